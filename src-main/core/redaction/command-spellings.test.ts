import { test } from 'vitest'
import { expectGone, type Spelling } from '../../../test/support/expect-redacted.ts'

test.each<Spelling>([
  ['curl -u admin:letmein https://example.org', 'letmein'],
  ['curl -uadmin:letmein https://example.org', 'letmein'],
  ["curl -u 'admin:my pass' https://example.org", 'my pass'],
  ['curl --user "admin:my pass" https://example.org', 'my pass'],
  ['curl -u admin:P@ss;w0rd,x) https://example.org', 'P@ss', 'w0rd', 'x)'],
  ["curl -u 'admin:it'\\''s; s3cret' https://example.org", 'it', 's3cret'],
  ['redis-cli -a secretpw ping', 'secretpw'],
  ['sshpass -p letmein ssh host', 'letmein'],
  ['sshpass -pletmein ssh host', 'letmein'],
  ['mysql -u root -phunter2 db', 'hunter2'],
  ['mysqldump -uroot -pletmein db > x.sql', 'letmein'],
  ['mariadb -p"my pass" db', 'my pass'],
  ['smbclient //host/share -U dana%Summer24', 'Summer24'],
  ['openssl enc -aes-256-cbc -k letmein1 -in a', 'letmein1'],
  ["echo 'let;me1n' | sudo -S apt update", 'let;me1n'],
  ['net use Z: \\\\host\\share letmein1 /user:dana', 'letmein1'],
  ['tool --password=letmein', 'letmein'],
  ['tool --password letmein', 'letmein'],
  ['tool --password letmein --force', 'letmein'],
  ["tool --password 'P@ss;w0rd!' run", 'P@ss', 'w0rd'],
  ['tool --password P@ss;w0rd! run', 'P@ss', 'w0rd'],
])('removes the password of a command: %s', (written, ...gone) => expectGone(written, gone))

test.each<Spelling>([
  ['machine x password hunter2 login y', 'hunter2'],
  ['machine x\n  password letmein\n  login y', 'letmein'],
  ['machine x login y account z password "my pass"', 'my pass'],
  ['kind: Secret\ndata: {foo: aGVsbG8h, "bar": "d29ybGQh"}\n', 'aGVsbG8h', 'd29ybGQh'],
  ['kind: Secret\nstringData:   # plain\n  foo: not-so-plain\n', 'not-so-plain'],
  ['kind: Secret\ndata:\n  a: aGVsbG8h\n\n  b: d29ybGQh\ntype: Opaque\n', 'aGVsbG8h', 'd29ybGQh'],
  ['Proxy-Authorization: Basic YTpi', 'YTpi'],
  ['{"Authorization": "Basic YTpi"}', 'YTpi'],
])('removes the secret of a file or a header: %s', (written, ...gone) => expectGone(written, gone))

test.each<Spelling>([
  ['docker run -u 1000:1000 -p 8080:80 -t app:latest'],
  ['mysql -u root -p shop'],
  ['mysql -h db -P 3306 -u root'],
  ['curl -u user:password https://example.org'],
  ['curl -u "$USER:$TOKEN" https://example.org'],
  ['docker login -u dana2'],
  ['The flag --password is required, and --password takes a value.'],
  ['  --password string   The password of the user'],
  ['machine account password rotation'],
  ['kind: Service\nmetadata:\n  name: shop\n'],
])('leaves flags and words that hold no password: %s', (written, ...gone) =>
  expectGone(written, gone),
)
