/** What a system call answers when it refuses, by its C name. */
export type Errno =
  | 'EPERM'
  | 'ENOENT'
  | 'ESRCH'
  | 'EINTR'
  | 'EIO'
  | 'E2BIG'
  | 'ENOEXEC'
  | 'EBADF'
  | 'ECHILD'
  | 'EAGAIN'
  | 'ENOMEM'
  | 'EACCES'
  | 'EBUSY'
  | 'EEXIST'
  | 'EXDEV'
  | 'ENOTDIR'
  | 'EISDIR'
  | 'EINVAL'
  | 'EMFILE'
  | 'EFBIG'
  | 'ENOSPC'
  | 'EROFS'
  | 'EPIPE'
  | 'ENAMETOOLONG'
  | 'ENOTEMPTY'
  | 'ELOOP'
  | 'EDQUOT'
  | 'EADDRINUSE'
  | 'EADDRNOTAVAIL'
  | 'ENETUNREACH'
  | 'ECONNRESET'
  | 'ENOTCONN'
  | 'ETIMEDOUT'
  | 'ECONNREFUSED'
  | 'EHOSTUNREACH';

/** strerror(3) as musl words it, which the busybox image is built with. */
export const ERRNO_TEXT: Readonly<Record<Errno, string>> = {
  EPERM: 'Operation not permitted',
  ENOENT: 'No such file or directory',
  ESRCH: 'No such process',
  EINTR: 'Interrupted system call',
  EIO: 'I/O error',
  E2BIG: 'Argument list too long',
  ENOEXEC: 'Exec format error',
  EBADF: 'Bad file descriptor',
  ECHILD: 'No child process',
  EAGAIN: 'Resource temporarily unavailable',
  ENOMEM: 'Out of memory',
  EACCES: 'Permission denied',
  EBUSY: 'Resource busy',
  EEXIST: 'File exists',
  EXDEV: 'Cross-device link',
  ENOTDIR: 'Not a directory',
  EISDIR: 'Is a directory',
  EINVAL: 'Invalid argument',
  EMFILE: 'No file descriptors available',
  EFBIG: 'File too large',
  ENOSPC: 'No space left on device',
  EROFS: 'Read-only file system',
  EPIPE: 'Broken pipe',
  ENAMETOOLONG: 'Filename too long',
  ENOTEMPTY: 'Directory not empty',
  ELOOP: 'Symbolic link loop',
  EDQUOT: 'Quota exceeded',
  EADDRINUSE: 'Address in use',
  EADDRNOTAVAIL: 'Address not available',
  ENETUNREACH: 'Network unreachable',
  ECONNRESET: 'Connection reset by peer',
  ENOTCONN: 'Socket not connected',
  ETIMEDOUT: 'Operation timed out',
  ECONNREFUSED: 'Connection refused',
  EHOSTUNREACH: 'Host is unreachable',
};

const NUMBERS: Partial<Record<Errno, number>> = {
  EPERM: 1,
  ENOENT: 2,
  EACCES: 13,
  EEXIST: 17,
  ENOTDIR: 20,
  ENOSPC: 28,
  EROFS: 30,
  EADDRINUSE: 98,
  EADDRNOTAVAIL: 99,
};

/** Linux' number of an error that programs print; EIO's for the others. */
export function errnoNumber(error: Errno): number {
  return NUMBERS[error] ?? 5;
}
