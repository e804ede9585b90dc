import { alphanumeric, base64, base64Url, hex, lowerAlphanumeric } from '../alphabets.ts'
import type { SecretKind, SecretSource } from '../secret-kind.ts'

const encode = (text: string) => Buffer.from(text).toString('base64')
const encodeUrl = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const indent = (text: string, by: string) => text.replaceAll(/^/gm, by)

function makePem({ chars }: SecretSource, label: string): string {
  const lines = [chars(base64, 64), chars(base64, 64), `${chars(base64, 34)}==`]
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n')
}

export const genericKinds: readonly SecretKind[] = [
  {
    name: 'age secret key',
    source: 'https://github.com/FiloSottile/age#readme',
    make: ({ chars }) => `AGE-SECRET-KEY-1${chars('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`,
    write: {
      ini: (secret) => `SOPS_AGE_KEY=${secret}\n`,
      yaml: (secret) => `sops:\n  age: ${secret}\n`,
      json: (secret) => `{"identity":"${secret}"}`,
      shell: (secret) => `# created: 2026-01-03\n# public key: age1x\n${secret}`,
      prose: (secret) => `The backups are encrypted to ${secret}`,
    },
  },
  {
    name: 'basic authorization header',
    source: 'https://www.rfc-editor.org/rfc/rfc7617',
    make: ({ chars }) => encode(`service:${chars(alphanumeric, 18)}`),
    write: {
      ini: (secret) => `[http]\nextraheader = AUTHORIZATION: basic ${secret}\n`,
      yaml: (secret) => `headers:\n  Authorization: Basic ${secret}\n`,
      json: (secret) => `{"headers":{"authorization":"Basic ${secret}"}}`,
      shell: (secret) => `wget --header="Authorization: Basic ${secret}" https://example.org/a`,
      prose: (secret) => `The proxy expects Authorization: Basic ${secret} in every request.`,
    },
  },
  {
    name: 'bearer token',
    source: 'https://www.rfc-editor.org/rfc/rfc6750',
    make: ({ chars }) => chars(base64Url, 43),
    write: {
      ini: (secret) => `[api]\nheader = Authorization: Bearer ${secret}\n`,
      yaml: (secret) =>
        `http_config:\n  authorization:\n    type: Bearer\n    credentials: ${secret}\n`,
      json: (secret) => `{"access_token":"${secret}","token_type":"Bearer"}`,
      shell: (secret) => `http GET https://example.org/me Authorization:"Bearer ${secret}"`,
      prose: (secret) => `Send "Authorization: Bearer ${secret}" and it answers 200.`,
    },
  },
  {
    name: 'cookie header',
    source: 'https://www.rfc-editor.org/rfc/rfc6265',
    make: ({ chars }) => `s%3A${chars(base64Url, 32)}.${chars(alphanumeric, 43)}`,
    write: {
      ini: (secret) => `[crawler]\ncookie = connect.sid=${secret}\n`,
      yaml: (secret) => `request:\n  headers:\n    Cookie: theme=dark; connect.sid=${secret}\n`,
      json: (secret) => `{"headers":{"cookie":"connect.sid=${secret}; lang=en"}}`,
      shell: (secret) => `curl https://example.org/account -H 'Cookie: connect.sid=${secret}'`,
      prose: (secret) =>
        `The response has Set-Cookie: connect.sid=${secret}; Path=/; HttpOnly and I'm logged in.`,
    },
  },
  {
    name: 'curl user and password',
    source: 'https://curl.se/docs/manpage.html#-u',
    make: ({ chars }) => chars(`${alphanumeric}%+_!`, 16),
    write: {
      ini: (secret) => `# ~/.curlrc\nuser = "dana:${secret}"\nsilent\n`,
      yaml: (secret) => `script:\n  - curl -fsS -u "dana:${secret}" https://example.org/up\n`,
      json: (secret) => `{"command":"curl --user dana:${secret} https://example.org/up"}`,
      shell: (secret) => `curl -u dana:'${secret}' -T build.zip https://example.org/up`,
      prose: (secret) => `Then I ran \`curl -sSu dana:${secret} https://example.org\` again.`,
    },
  },
  {
    name: 'database URL',
    source: 'https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS',
    make: ({ chars }) => chars(`${alphanumeric}-_.!`, 14),
    write: {
      ini: (secret) => `[database]\nurl=postgresql://shop:${secret}@db.internal:5432/shop\n`,
      yaml: (secret) => `DATABASE_URL: mysql2://shop:${secret}@db.internal/shop?pool=5\n`,
      json: (secret) =>
        `{"mongo":"mongodb+srv://shop:${secret}@cluster0.example.mongodb.net/shop"}`,
      shell: (secret) => `redis-cli -u redis://default:${secret}@cache.internal:6379 ping`,
      prose: (secret) =>
        `It connects to amqp://guest:${secret}@rabbit.internal/ and then nothing happens.`,
    },
  },
  {
    name: 'database connection string',
    source: 'https://learn.microsoft.com/en-us/dotnet/framework/data/adonet/connection-strings',
    make: ({ chars }) => chars(`${alphanumeric}#!*`, 18),
    write: {
      ini: (secret) =>
        `[odbc]\nDriver=FreeTDS\nConn=Server=db;Database=shop;Uid=sa;Pwd=${secret};\n`,
      yaml: (secret) =>
        `ConnectionStrings:\n  Default: "Server=tcp:db,1433;User ID=sa;Password=${secret};Encrypt=True"\n`,
      json: (secret) =>
        `{"ConnectionStrings":{"Shop":"Host=db;Username=shop;Password=${secret};Database=shop"}}`,
      shell: (secret) => `psql "host=db user=shop password=${secret} dbname=shop sslmode=require"`,
      prose: (secret) => `Use Server=db;User Id=sa;Password=${secret}; as the connection string.`,
    },
  },
  {
    name: 'database password with blanks',
    source: 'https://dev.mysql.com/doc/refman/8.4/en/option-files.html',
    make: ({ chars }) =>
      `${chars(alphanumeric, 6)} ${chars(alphanumeric, 7)} ${chars(alphanumeric, 6)}`,
    write: {
      ini: (secret) => `[client]\nuser=shop\npassword="${secret}"\n`,
      yaml: (secret) => `db:\n  user: shop\n  password: "${secret}"\n`,
      json: (secret) => `{"user": "shop", "password": "${secret}"}`,
      shell: (secret) => `export DB_PASSWORD='${secret}'`,
      prose: (secret) => `The database's password is "${secret}", with the blanks.`,
    },
  },
  {
    name: 'environment file password',
    source:
      'https://docs.docker.com/compose/how-tos/environment-variables/set-environment-variables/',
    make: ({ chars }) => `${chars(lowerAlphanumeric, 9)}!${chars(alphanumeric, 4)}`,
    write: {
      ini: (secret) => `DB_HOST=db\nDB_USER=shop\nDB_PASS=${secret}\n`,
      yaml: (secret) => `services:\n  db:\n    environment:\n      - POSTGRES_PASSWORD=${secret}\n`,
      json: (secret) => `{"environment":[{"name":"DB_PASS","value":"${secret}"}]}`,
      shell: (secret) => `docker run -e MYSQL_ROOT_PASSWORD='${secret}' -d mysql:9`,
      prose: (secret) => `In .env there is DB_PASS=${secret}, nothing else.`,
    },
  },
  {
    name: 'FTP login',
    source: 'https://www.rfc-editor.org/rfc/rfc1738#section-3.2',
    make: ({ chars }) => chars(`${alphanumeric}$_-`, 12),
    write: {
      ini: (secret) => `[ftp]\nhost = ftp.example.org\nuser = web\npass = ${secret}\n`,
      yaml: (secret) => `ftp:\n  server: ftp.example.org\n  passwd: '${secret}'\n`,
      json: (secret) =>
        `{"protocol":"sftp","host":"ftp.example.org","username":"web","password":"${secret}"}`,
      shell: (secret) => `lftp -u web,${secret} ftp.example.org -e 'mirror -R out'`,
      prose: (secret) => `Upload it to ftp://web:${secret}@ftp.example.org/htdocs, please.`,
    },
  },
  {
    name: 'htpasswd entry',
    source: 'https://httpd.apache.org/docs/2.4/misc/password_encryptions.html',
    make: ({ chars }) => `$2y$05$${chars(`${alphanumeric}./`, 53)}`,
    write: {
      ini: (secret) => `# .htpasswd\ndana:${secret}\n`,
      yaml: (secret) =>
        `http:\n  middlewares:\n    auth:\n      basicAuth:\n        users:\n          - 'dana:${secret}'\n`,
      json: (secret) => `{"basicAuth":{"users":["dana:${secret}"]}}`,
      shell: (secret) => `$ htpasswd -nbB dana x\ndana:${secret}`,
      prose: (secret) => `htpasswd wrote dana:${secret} to the file.`,
    },
  },
  {
    name: 'JSON web token',
    source: 'https://www.rfc-editor.org/rfc/rfc7519',
    make: ({ chars }) =>
      `${encodeUrl({ alg: 'HS256', typ: 'JWT' })}.${encodeUrl({ sub: chars(hex, 12), iat: 1 })}.${chars(base64Url, 43)}`,
    write: {
      ini: (secret) => `[session]\nid_token=${secret}\n`,
      yaml: (secret) => `auth:\n  jwt: ${secret}\n`,
      json: (secret) => `{"data":["${secret}"]}`,
      shell: (secret) => `jwt decode ${secret}`,
      prose: (secret) => `jwt.io says that ${secret} has an invalid signature.`,
    },
  },
  {
    name: 'Kubernetes secret',
    source: 'https://kubernetes.io/docs/concepts/configuration/secret/',
    make: ({ chars }) => encode(chars(alphanumeric, 20)),
    write: {
      ini: (secret) => `# kustomize secretGenerator\nREDIS_PASSWORD=${secret}\n`,
      yaml: (secret) =>
        `apiVersion: v1\nkind: Secret\nmetadata:\n  name: shop\ntype: Opaque\ndata:\n  username: ZGFuYQ==\n  dsn: ${secret}\n`,
      json: (secret) =>
        `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"shop"},"data":{"dsn":"${secret}"}}`,
      shell: (secret) =>
        `kubectl get secret shop -o yaml\napiVersion: v1\ndata:\n  config: ${secret}\nkind: Secret\nmetadata:\n  name: shop`,
      prose: (secret) => `In the Secret manifest the password is ${secret}, base64 of course.`,
    },
  },
  {
    name: 'kubeconfig client key',
    source: 'https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/',
    make: (source) => encode(`${makePem(source, 'EC PRIVATE KEY')}\n`),
    write: {
      ini: (secret) => `[cluster]\nclient-key-data = ${secret}\n`,
      yaml: (secret) => `users:\n- name: admin\n  user:\n    client-key-data: ${secret}\n`,
      json: (secret) => `{"users":[{"name":"admin","user":{"client-key-data":"${secret}"}}]}`,
      shell: (secret) => `echo ${secret} | base64 -d > admin.key`,
      prose: (secret) => `The kubeconfig contains ${secret} as client-key-data.`,
    },
  },
  {
    name: 'elliptic curve private key',
    source: 'https://www.rfc-editor.org/rfc/rfc5915',
    make: (source) => makePem(source, 'EC PRIVATE KEY'),
    write: {
      ini: (secret) => `[tls]\nkey = """\n${secret}\n"""\n`,
      yaml: (secret) => `tls:\n  key: |\n${indent(secret, '    ')}\n`,
      json: (secret) => JSON.stringify({ tls: { key: secret } }),
      shell: (secret) => `$ openssl ecparam -name prime256v1 -genkey -noout\n${secret}`,
      prose: (secret) => `nginx doesn't like this key:\n${secret}\nWhy?`,
    },
  },
  {
    name: 'LDAP bind password',
    source: 'https://www.openldap.org/software/man.cgi?query=ldapsearch',
    make: ({ chars }) => chars(alphanumeric, 13),
    write: {
      ini: (secret) =>
        `[[servers]]\nbind_dn = "cn=admin,dc=example,dc=org"\nbind_password = '${secret}'\n`,
      yaml: (secret) => `ldap:\n  bindDN: cn=admin,dc=example,dc=org\n  bindPW: ${secret}\n`,
      json: (secret) => `{"bindDn":"cn=admin,dc=example,dc=org","bindCredentials":"${secret}"}`,
      shell: (secret) =>
        `ldapsearch -x -D "cn=admin,dc=example,dc=org" -w ${secret} -b "dc=example,dc=org"`,
      prose: (secret) => `The bind password of cn=admin is ${secret}.`,
    },
  },
  {
    name: 'Laravel application key',
    source: 'https://laravel.com/docs/encryption',
    make: ({ chars }) => `${chars(base64, 43)}=`,
    write: {
      ini: (secret) => `APP_NAME=Shop\nAPP_KEY=base64:${secret}\nAPP_DEBUG=false\n`,
      yaml: (secret) => `environment:\n  APP_KEY: "base64:${secret}"\n`,
      json: (secret) => `{"APP_KEY":"base64:${secret}"}`,
      shell: (secret) => `APP_KEY=base64:${secret} php artisan serve`,
      prose: (secret) => `Set APP_KEY to base64:${secret} on both servers.`,
    },
  },
]
