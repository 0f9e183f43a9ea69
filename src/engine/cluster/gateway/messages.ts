// What goes through a forwarded port, for those who carry it over a socket.
export { statusLine, wireText } from '../../workloads/http.ts';
export type { HttpResponse, Payload } from '../../workloads/sockets.ts';
