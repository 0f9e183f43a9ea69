// Names of rare programs by where they are found. `name:program` where another program of that name is meant.

/** Applets of busybox. */
export const BUSYBOX_RARE: readonly string[] =
  'addgroup adduser arp awk bunzip2 bzcat bzip2 comm delgroup deluser diff dos2unix expand find gunzip gzip hexdump install less md5sum more netstat od paste route sha1sum sha256sum sha512sum shuf split strings su tar unix2dos unxz xxd xz xzcat zcat'.split(
    ' ',
  );

/** What a slim Debian has. */
export const DEBIAN_RARE: readonly string[] =
  'awk comm diff:gnu-diff expand find getent groupadd groupdel gunzip gzip install md5sum more od paste sha1sum sha256sum sha512sum shuf split su tar useradd userdel usermod zcat'.split(
    ' ',
  );

/** What a package manager can bring. */
export const OPTIONAL_RARE: readonly string[] =
  'arp bunzip2 bzcat bzip2 column dig gosu groupadd groupdel host jq less netstat nslookup:bind-nslookup route ss su-exec unxz useradd userdel usermod xxd xz xzcat'.split(
    ' ',
  );

/** Words of images that have such programs for their own. */
const IMAGES: readonly string[] = ['agnhost', 'dnsutils', 'metrics-server', 'netshoot', 'stress'];

/** What a run names when it needs their code. */
export const RARE_NAMES: readonly string[] = [
  ...new Set([...BUSYBOX_RARE, ...DEBIAN_RARE, ...OPTIONAL_RARE].map((name) => name.split(':')[0] as string)),
  ...IMAGES,
];
