import { ERRNO_TEXT, type Errno, errnoNumber } from '../errno.ts';
import { response } from '../http.ts';
import type { ServerModel } from './generic.ts';
import { DATABASE_MODELS } from './database-models.ts';
import { SYSTEM_MODELS, graceful } from './system-models.ts';

const MIB = 1024 * 1024;
const MS = 1_000;

/** As httpd writes it: `(13)Permission denied: AH…`. */
function httpdError(why: Errno, text: string): string {
  return `[{time:%a %b %d %H:%M:%S}.000000 {time:%Y}] [core:error] [pid {pid}:tid 1] (${errnoNumber(why)})${ERRNO_TEXT[why]}: ${text}`;
}

const HTTPD = {
  log: [
    {
      afterUs: 20 * MS,
      text: "AH00558: httpd: Could not reliably determine the server's fully qualified domain name, using {host}. Set the 'ServerName' directive globally to suppress this message",
      stream: 'stderr',
    },
    {
      afterUs: 40 * MS,
      text: '[{time:%a %b %d %H:%M:%S}.000000 {time:%Y}] [mpm_event:notice] [pid {pid}:tid 1] AH00489: Apache/2.4.62 (Unix) configured -- resuming normal operations',
      stream: 'stderr',
    },
    {
      afterUs: 41 * MS,
      text: "[{time:%a %b %d %H:%M:%S}.000000 {time:%Y}] [core:notice] [pid {pid}:tid 1] AH00094: Command line: 'httpd -D FOREGROUND'",
      stream: 'stderr',
    },
  ],
  listensAfterUs: 35 * MS,
  ports: [80],
  speaks: 'http',
  memory: { startBytes: 6 * MIB, restBytes: 14 * MIB, overUs: 100 * MS },
  page: (request) =>
    request.path === '/'
      ? response(200, '<html><body><h1>It works!</h1></body></html>\n', {
          'Content-Type': 'text/html',
          Server: 'Apache/2.4.62 (Unix)',
        })
      : response(
          404,
          '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>404 Not Found</title>\n</head><body>\n<h1>Not Found</h1>\n<p>The requested URL was not found on this server.</p>\n</body></html>\n',
          { 'Content-Type': 'text/html', Server: 'Apache/2.4.62 (Unix)' },
        ),
  writes: {
    path: '/usr/local/apache2/logs/httpd.pid',
    folderMode: 0o755,
    refused: (why) => ({
      lines: [
        httpdError(why, 'AH00099: could not create /usr/local/apache2/logs/httpd.pid.XXXXXX'),
        '[{time:%a %b %d %H:%M:%S}.000000 {time:%Y}] [core:error] [pid {pid}:tid 1] AH00100: httpd: could not log pid to file /usr/local/apache2/logs/httpd.pid',
      ],
      code: 1,
    }),
  },
  unbound: (port, why) => ({
    lines: [
      `(${errnoNumber(why)})${why === 'EADDRINUSE' ? 'Address already in use' : ERRNO_TEXT[why]}: AH00072: make_sock: could not bind to address 0.0.0.0:${port}`,
      'no listening sockets available, shutting down',
      'AH00015: Unable to open logs',
    ],
    code: 1,
  }),
  stop: graceful(
    50 * MS,
    [
      '[{time:%a %b %d %H:%M:%S}.000000 {time:%Y}] [mpm_event:notice] [pid {pid}:tid 1] AH00491: caught SIGTERM, shutting down',
    ],
    {
      signals: ['SIGTERM', 'SIGINT', 'SIGWINCH'],
      linesOn: {
        SIGWINCH: [
          '[{time:%a %b %d %H:%M:%S}.000000 {time:%Y}] [mpm_event:notice] [pid {pid}:tid 1] AH00492: caught SIGWINCH, shutting down gracefully',
        ],
      },
    },
  ),
} as const satisfies ServerModel;

/** Stand-ins for common servers: modelled figures, each server's own words. One more: a line here and its image in images/. */
export const SERVER_MODELS = {
  ...DATABASE_MODELS,
  httpd: HTTPD,
  /** Adds up square roots for every request. */
  hpaExample: { ...HTTPD, page: () => response(200, 'OK!'), workUs: 25 * MS },
  phpFpm: {
    log: [
      {
        afterUs: 30 * MS,
        text: '[{time:%d-%b-%Y %H:%M:%S}] NOTICE: fpm is running, pid {pid}',
        stream: 'stderr',
      },
      {
        afterUs: 31 * MS,
        text: '[{time:%d-%b-%Y %H:%M:%S}] NOTICE: ready to handle connections',
        stream: 'stderr',
      },
    ],
    listensAfterUs: 30 * MS,
    ports: [9000],
    speaks: 'tcp',
    memory: { startBytes: 8 * MIB, restBytes: 14 * MIB, overUs: 100 * MS },
    stop: graceful(50 * MS, [], { signals: ['SIGTERM', 'SIGINT', 'SIGQUIT'] }),
  },
  traefik: {
    log: [
      {
        afterUs: 100 * MS,
        text: '{iso} INF Traefik version 3.1.2 built on 2024-08-06T13:37:36Z version=3.1.2',
      },
    ],
    listensAfterUs: 150 * MS,
    ports: [80, 8080],
    speaks: 'http',
    page: () => response(404, '404 page not found\n'),
    memory: { startBytes: 20 * MIB, restBytes: 40 * MIB, overUs: 300 * MS },
    stop: graceful(100 * MS, ['{iso} INF I have to go...']),
  },
  whoami: {
    log: [{ afterUs: 5 * MS, text: '{time:%Y/%m/%d %H:%M:%S} Starting up on port 80' }],
    listensAfterUs: 4 * MS,
    ports: [80],
    speaks: 'http',
    page: (request, sys) =>
      response(200, `Hostname: ${sys.hostname()}\nIP: 127.0.0.1\nGET ${request.path} HTTP/1.1\n`),
    memory: { startBytes: 3 * MIB, restBytes: 5 * MIB, overUs: 50 * MS },
    stop: graceful(0, [], { code: 2 }),
  },
  echoserver: {
    log: [],
    listensAfterUs: 30 * MS,
    ports: [8080],
    speaks: 'http',
    page: (request, sys) =>
      response(
        200,
        `Hostname: ${sys.hostname()}\n\nRequest Information:\n\tmethod=${request.method}\n\treal path=${request.path}\n`,
      ),
    memory: { startBytes: 6 * MIB, restBytes: 12 * MIB, overUs: 100 * MS },
    stop: graceful(0, []),
  },
  helloApp: {
    log: [
      { afterUs: 5 * MS, text: '{time:%Y/%m/%d %H:%M:%S} Server listening on port 8080', stream: 'stderr' },
    ],
    listensAfterUs: 4 * MS,
    ports: [8080],
    speaks: 'http',
    page: (_, sys) => response(200, `Hello, world!\nVersion: 1.0.0\nHostname: ${sys.hostname()}\n`),
    memory: { startBytes: 4 * MIB, restBytes: 6 * MIB, overUs: 50 * MS },
    stop: graceful(0, [], { code: 2 }),
  },
  tomcat: {
    log: [
      {
        afterUs: 900 * MS,
        text: '{time:%d-%b-%Y %H:%M:%S}.000 INFO [main] org.apache.catalina.startup.VersionLoggerListener.log Server version name:   Apache Tomcat/10.1.28',
        stream: 'stderr',
      },
      {
        afterUs: 2_100 * MS,
        text: '{time:%d-%b-%Y %H:%M:%S}.000 INFO [main] org.apache.catalina.startup.Catalina.start Server startup in [1012] milliseconds',
        stream: 'stderr',
      },
    ],
    listensAfterUs: 2_000 * MS,
    ports: [8080],
    speaks: 'http',
    page: () =>
      response(
        404,
        '<!doctype html><html lang="en"><head><title>HTTP Status 404 – Not Found</title></head></html>',
        { 'Content-Type': 'text/html' },
      ),
    memory: { startBytes: 60 * MIB, restBytes: 190 * MIB, overUs: 2_500 * MS },
    stop: graceful(
      300 * MS,
      [
        '{time:%d-%b-%Y %H:%M:%S}.000 INFO [Thread-2] org.apache.coyote.AbstractProtocol.pause Pausing ProtocolHandler ["http-nio-8080"]',
      ],
      { code: 143 },
    ),
  },
  javaApp: {
    log: [
      {
        afterUs: 900 * MS,
        text: '{iso}  INFO {pid} --- [           main] com.example.Application                  : Starting Application using Java 21 with PID {pid}',
      },
      {
        afterUs: 2_600 * MS,
        text: "{iso}  INFO {pid} --- [           main] o.s.b.w.embedded.tomcat.TomcatWebServer  : Tomcat started on port 8080 (http) with context path '/'",
      },
      {
        afterUs: 2_700 * MS,
        text: '{iso}  INFO {pid} --- [           main] com.example.Application                  : Started Application in 2.5 seconds (process running for 2.7)',
      },
    ],
    listensAfterUs: 2_600 * MS,
    ports: [8080],
    speaks: 'http',
    memory: { startBytes: 70 * MIB, restBytes: 240 * MIB, overUs: 3_000 * MS },
    stop: graceful(
      200 * MS,
      [
        '{iso}  INFO {pid} --- [ionShutdownHook] o.s.b.w.e.tomcat.GracefulShutdown        : Commencing graceful shutdown',
      ],
      { code: 143 },
    ),
  },
  coredns: {
    log: [
      { afterUs: 100 * MS, text: '.:53' },
      {
        afterUs: 101 * MS,
        text: '[INFO] plugin/reload: Running configuration SHA512 = 1b226df79860026c6a52e67daa10d7f0d57ec5b023288ec00c5e05f93523c894564e15b91770d3a07ae1cfbe861d15b37d4a0027e69c546ab112970993a3b03b',
      },
      { afterUs: 102 * MS, text: 'CoreDNS-1.14.2' },
      { afterUs: 102 * MS, text: 'linux/amd64, go1.25.6, 1b4a1d2' },
    ],
    listensAfterUs: 100 * MS,
    ports: [53, 8080, 8181, 9153],
    udpPorts: [53],
    speaks: 'http',
    page: () => response(200, 'OK'),
    memory: { startBytes: 12 * MIB, restBytes: 22 * MIB, overUs: 500 * MS },
    // The plugin health: lameduck 5s.
    restMillis: 2,
    stop: graceful(5_000 * MS, [
      '[INFO] SIGTERM: Shutting down servers then terminating',
      '[INFO] plugin/health: Going into lameduck mode for 5s',
    ]),
  },
  ...SYSTEM_MODELS,
  /** An image nobody knows: it serves what the Pod declares, and ends at once when it is told to. */
  unknown: {
    log: [],
    listensAfterUs: 300 * MS,
    ports: 'declared',
    speaks: 'any',
    memory: { startBytes: 10 * MIB, restBytes: 40 * MIB, overUs: 1_000 * MS },
    stop: graceful(50 * MS, []),
  },
} as const satisfies Readonly<Record<string, ServerModel>>;

export type ServerModelName = keyof typeof SERVER_MODELS;
