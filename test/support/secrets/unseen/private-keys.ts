import type { SecretKind } from '../secret-kind.ts'
import { base64Alphabet, base64UrlAlphabet, lines } from './writing.ts'

interface PemBlock {
  /** What the BEGIN and END lines name. */
  readonly label: string
  /** Lines between BEGIN and the first line of base64. */
  readonly headers?: readonly string[]
  readonly firstLine: string
  readonly lastLine: string
}

/** Returns the lines of a block in which the secret is one whole line of base64. */
function pemLines(block: PemBlock, secret: string): readonly string[] {
  const body = [...secret]
  return [
    `-----BEGIN ${block.label}-----`,
    ...(block.headers ?? []),
    `${block.firstLine}${secret}`.slice(0, secret.length),
    secret,
    body.toReversed().join(''),
    block.lastLine,
    `-----END ${block.label}-----`,
  ]
}

function indent(spaces: number, each: readonly string[]): readonly string[] {
  return each.map((line) => `${' '.repeat(spaces)}${line}`)
}

function jsonText(each: readonly string[]): string {
  return JSON.stringify(each.map((line) => `${line}\n`).join(''))
}

const openSshBlock: PemBlock = {
  label: `OPENSSH ${'PRIVATE'} KEY`,
  firstLine: 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gt',
  lastLine: 'BAECAwQF',
}

const openSsh: SecretKind = {
  name: 'OpenSSH private key',
  source: 'https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.key',
  make: ({ chars }) => chars(base64Alphabet, 70),
  write: {
    ini: (secret) =>
      lines('[deploy]', 'host = web-1', 'ssh_key =', ...indent(4, pemLines(openSshBlock, secret))),
    yaml: (secret) =>
      lines(
        '#cloud-config',
        'ssh_keys:',
        '  ed25519_private: |',
        ...indent(4, pemLines(openSshBlock, secret)),
        '  ed25519_public: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 root@web-1',
      ),
    json: (secret) =>
      lines(
        '{',
        '  "user": "git",',
        `  "sshPrivateKey": ${jsonText(pemLines(openSshBlock, secret))}`,
        '}',
      ),
    shell: (secret) =>
      lines(
        "cat > ~/.ssh/id_ed25519 <<'KEY'",
        ...pemLines(openSshBlock, secret),
        'KEY',
        'chmod 600 ~/.ssh/id_ed25519',
      ),
    prose: (secret) =>
      lines(
        'ssh says "error in libcrypto" for this file, what is wrong with it?',
        '```',
        ...pemLines(openSshBlock, secret),
        '```',
        'It works on my Mac.',
      ),
  },
}

const rsaBlock: PemBlock = {
  label: `RSA ${'PRIVATE'} KEY`,
  firstLine: 'MIIEpAIBAAKCAQEA',
  lastLine: 'qPDhzQ==',
}

const rsa: SecretKind = {
  name: 'RSA private key',
  source: 'https://datatracker.ietf.org/doc/html/rfc8017#appendix-A.1.2',
  make: ({ chars }) => chars(base64Alphabet, 64),
  write: {
    ini: (secret) =>
      lines(
        'APP_ID=1234',
        `GITHUB_APP_PRIVATE_KEY="${pemLines(rsaBlock, secret).join('\\n')}"`,
        'PORT=80',
      ),
    yaml: (secret) =>
      lines(
        'apiVersion: v1',
        'kind: Secret',
        'metadata:',
        '  name: tls',
        'stringData:',
        '  tls.key: |',
        ...indent(4, pemLines(rsaBlock, secret)),
      ),
    json: (secret) => lines(`{"kid":"2026-01","pem":${jsonText(pemLines(rsaBlock, secret))}}`),
    shell: (secret) =>
      lines('cd /etc/nginx', `echo "${pemLines(rsaBlock, secret).join('\n')}" > key.pem`),
    prose: (secret) =>
      lines(
        'Attached is the key of the load balancer:',
        '',
        ...pemLines(rsaBlock, secret),
        '',
        'Regards, Ana',
      ),
  },
}

const ecBlock: PemBlock = {
  label: `EC ${'PRIVATE'} KEY`,
  firstLine: 'MHcCAQEEI',
  lastLine: 'k1xQ9Q==',
}

const ec: SecretKind = {
  name: 'EC private key',
  source: 'https://datatracker.ietf.org/doc/html/rfc5915',
  make: ({ chars }) => chars(base64Alphabet, 64),
  write: {
    ini: (secret) =>
      lines('[jwt]', 'alg = ES256', 'key =', ...indent(2, pemLines(ecBlock, secret)), 'ttl = 600'),
    yaml: (secret) =>
      lines('jwt:', '  alg: ES256', `  signingKey: "${pemLines(ecBlock, secret).join('\\n')}"`),
    json: (secret) =>
      lines(
        '{',
        `  "signing_key": ${jsonText(pemLines(ecBlock, secret))},`,
        '  "alg": "ES256"',
        '}',
      ),
    shell: (secret) =>
      lines('$ openssl ecparam -name prime256v1 -genkey -noout', ...pemLines(ecBlock, secret)),
    prose: (secret) =>
      lines(
        'The signing key of the staging service is',
        ...indent(4, pemLines(ecBlock, secret)),
        'and it has to be rotated in June.',
      ),
  },
}

const encryptedBlock: PemBlock = {
  label: `RSA ${'PRIVATE'} KEY`,
  headers: ['Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,0123456789ABCDEF', ''],
  firstLine: 'Zx8',
  lastLine: 'o1Tzgw==',
}

const encryptedRsa: SecretKind = {
  name: 'PEM private key with encryption headers',
  source: 'https://datatracker.ietf.org/doc/html/rfc1421#section-4.6',
  make: ({ chars }) => chars(base64Alphabet, 64),
  write: {
    ini: (secret) =>
      lines(`ssl_key="${pemLines(encryptedBlock, secret).join('\\n')}"`, 'ssl_port=443'),
    yaml: (secret) =>
      lines('server:', '  key: |', ...indent(4, pemLines(encryptedBlock, secret)), '  port: 443'),
    json: (secret) => lines(`{"port":443,"key":${jsonText(pemLines(encryptedBlock, secret))}}`),
    shell: (secret) => lines("ssh-add - <<'END'", ...pemLines(encryptedBlock, secret), 'END'),
    prose: (secret) =>
      lines('it asks for a passphrase, so you can have it:', ...pemLines(encryptedBlock, secret)),
  },
}

const pgpBlock: PemBlock = {
  label: `PGP ${'PRIVATE'} KEY BLOCK`,
  headers: ['Comment: release signing', ''],
  firstLine: 'lQVYBGW',
  lastLine: '=Zk3d',
}

const pgp: SecretKind = {
  name: 'PGP private key block',
  source: 'https://www.rfc-editor.org/rfc/rfc9580.html#name-forming-ascii-armor',
  make: ({ chars }) => chars(base64Alphabet, 64),
  write: {
    ini: (secret) =>
      lines('signing.keyId=1A2B3C4D', `signingKey=${pemLines(pgpBlock, secret).join('\\n\\\n')}`),
    yaml: (secret) =>
      lines('env:', '  GPG_KEY: |-', ...indent(4, pemLines(pgpBlock, secret)), '  GPG_USER: ci'),
    json: (secret) => lines(`{"user":"ci","gpgKey":${jsonText(pemLines(pgpBlock, secret))}}`),
    shell: (secret) => lines("gpg --batch --import <<'EOF'", ...pemLines(pgpBlock, secret), 'EOF'),
    prose: (secret) =>
      lines(
        '$ gpg --armor --export-secret-keys ci',
        ...pemLines(pgpBlock, secret),
        '$ # save it in the vault',
      ),
  },
}

const wireGuard: SecretKind = {
  name: 'WireGuard private key',
  source: 'https://man7.org/linux/man-pages/man8/wg.8.html',
  make: ({ chars }) => `${chars(base64Alphabet, 42)}${chars('AEIMQUYcgkosw048', 1)}=`,
  write: {
    ini: (secret) =>
      lines(
        '[Interface]',
        'Address = 10.0.0.2/24',
        `PrivateKey = ${secret}`,
        'DNS = 10.0.0.1',
        '',
        '[Peer]',
        'AllowedIPs = 0.0.0.0/0',
      ),
    yaml: (secret) =>
      lines(
        'network:',
        '  tunnels:',
        '    wg0:',
        '      mode: wireguard',
        `      key: ${secret}`,
        '      port: 51820',
      ),
    json: (secret) =>
      lines(
        '{',
        '  "interface": "wg0",',
        `  "privateKey": "${secret}",`,
        '  "listenPort": 51820',
        '}',
      ),
    shell: (secret) =>
      lines(
        'umask 077',
        `echo '${secret}' > /etc/wireguard/private.key`,
        'wg set wg0 private-key /etc/wireguard/private.key',
      ),
    prose: (secret) =>
      lines('interface: wg0', `  private key: ${secret}`, '  listening port: 51820'),
  },
}

const vapid: SecretKind = {
  name: 'VAPID private key',
  source: 'https://github.com/web-push-libs/web-push#command-line',
  make: ({ chars }) => chars(base64UrlAlphabet, 43),
  write: {
    ini: (secret) => lines('VAPID_SUBJECT=mailto:ops@acme.example', `VAPID_PRIVATE_KEY=${secret}`),
    yaml: (secret) =>
      lines(
        'push:',
        '  vapid:',
        '    subject: mailto:ops@acme.example',
        `    privateKey: ${secret}`,
      ),
    json: (secret) => lines(`{"publicKey":"BExample","privateKey":"${secret}"}`),
    shell: (secret) =>
      lines(
        `web-push send-notification --endpoint=https://push.example/1 --vapid-pvtkey=${secret}`,
      ),
    prose: (secret) =>
      lines(
        '=======================================',
        '',
        'Public Key:',
        'BExample',
        '',
        'Private Key:',
        secret,
        '',
        '=======================================',
      ),
  },
}

export const privateKeyKinds: readonly SecretKind[] = [
  ec,
  encryptedRsa,
  openSsh,
  pgp,
  rsa,
  vapid,
  wireGuard,
]
