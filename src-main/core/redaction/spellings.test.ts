import { expect, test } from 'vitest'
import { expectGone, type Spelling } from '../../../test/support/expect-redacted.ts'
import { Redaction } from './redaction.ts'

test.each<Spelling>([
  ['password: P@ss,word1!', 'P@ss', 'word1!'],
  ['DB_PASS=abc(def)12', 'abc', '12'],
  ['password = ab|cd12ef', 'ab|', 'cd12ef'],
  ['Password=P@ss;word', 'P@ss', ';word'],
  ['password: Summer2024!', 'Summer2024', '!'],
  ['  password: x{9]Q&z<7  # the old one', 'x{9]', 'z<7'],
  ['export DB_PASS=q;7[Z&a!2', 'q;7', 'a!2'],
  ['password: correct horse battery staple', 'horse', 'staple'],
  ['pass: hunter2', 'hunter2'],
  ['pw: hunter2', 'hunter2'],
  ['ENV DB_PASSWORD hunter2', 'hunter2'],
  ["password: 'it''s s3cret'", 's3cret', 'it'],
  ["password = 'x9Z&unclosed", '9Z&'],
  ['  DB_PASSWORD=P@ss;w0rd! npm start', 'P@ss', 'w0rd'],
  ['docker run -e DB_PASS=P@ss;w0rd! mysql', 'P@ss', 'w0rd'],
])('removes all of a password that fills its line: %s', (written, ...gone) =>
  expectGone(written, gone),
)

test.each<Spelling>([
  ["password='$ecret-99!'", '$ecret'],
  ['export DB_PASSWORD=$ecret123', '$ecret123'],
  ['password: mysecret1', 'mysecret1'],
  ['DB_PASSWORD=mysecretpassword', 'mysecretpassword'],
  ['JWT_SECRET=supersecretvalue', 'supersecretvalue'],
  ['JWT_SECRET=super-secret-string', 'super-secret-string'],
  ['API_TOKEN=someTokenA1b2C3d4E5f6G7', 'A1b2C3d4'],
  ['DB_PASSWORD=exampleCorp2024!', 'Corp2024', '!'],
  ['API_KEY=dummyX9aa8b7c6d5e4f3', 'X9aa8b7c'],
])('removes secrets that hold the words of a placeholder: %s', (written, ...gone) =>
  expectGone(written, gone),
)

test.each<Spelling>([
  ['api_key=abcd1234efgh5678', 'abcd1234'],
  ['api_key=qwertyuiopasdfgh', 'qwerty'],
  ['X-API-Key: abcdefghijklmnop', 'abcdef'],
  ['X-API-Key: hunter2hunter2', 'hunter2'],
  ['curl -H "X-API-Key: hunter2hunter2" https://example.org', 'hunter2'],
  ['{"api_key": "abcd1234efgh5678"}', 'abcd1234'],
  ['deploy --token abcd1234efgh5678', 'abcd1234'],
  ['api_key: tsNlmrDUHPvaGMEfyZQKcOENMeeEZOju', 'tsNlmr'],
])('removes a plain token where no code can stand: %s', (written, ...gone) =>
  expectGone(written, gone),
)

test.each<Spelling>([
  ['AWS_SECRET_ACCESS_KEY=/VCpU4WacGk1fe03S0Pxx4jgaYywAaBbt1Z0H/0h', 'VCpU4Wac'],
  ['aws_secret_access_key = /VCpU4/WacGk1fe03S0Pxx4jgaYywAaBbt1Z0H0h', 'WacGk1fe'],
  ['"awsSecretKey": "/VCpU4WacGk1fe03S0Pxx4jgaYywAaBbt1Z0H/0h"', 'VCpU4Wac'],
])('removes a key that begins like a path: %s', (written, ...gone) => expectGone(written, gone))

test.each<Spelling>([
  ['password: string'],
  ['  password: z.string().min(8).optional()'],
  ['  password: options.password,'],
  ['  password: readPassword(1),'],
  ['password = await ask(1)'],
  ['DB_PASSWORD=$DB_PASSWORD_2'],
  ["mail.password: '$password'"],
  ['  secrets: 1_030,'],
  ["  secrets: KeyPlaces['secrets'],"],
  ['secret: name of user'],
  ['DB_PASSWORD=[secret value removed]'],
  ['cli --password <value> or --password PASSWORD'],
  [`DB_PASSWORD=$${'{DB_PASSWORD}'}`],
  ['DB_PASSWORD=$(cat /run/secrets/db)'],
  ['password: your-password-here'],
  ['password: the name of a person'],
  ['  token: session.accessToken1,'],
  ['  token: createAccessToken'],
  ['API_KEY=your_api_key_here'],
])('leaves code, references and placeholders: %s', (written, ...gone) => expectGone(written, gone))

test('leaves the syntax of JSON around a password that ends a string', () => {
  const written = JSON.stringify([{ a: 'x\npassword: P@ss,word1!' }, 'A=1 DB_PASS=P@ss;w0rd!'])
  expect(new Redaction([]).text(written)).toBe(
    '[{"a":"x\\npassword: [secret value removed]"},"A=1 DB_PASS=[secret value removed]"]',
  )
})

test.each<Spelling>([
  ['mot de passe : letmein1', 'letmein1'],
  ['Contraseña: letmein1', 'letmein1'],
  ['senha=letmein1', 'letmein1'],
  ['wachtwoord: letmein1', 'letmein1'],
  ['пароль: letmein1', 'letmein1'],
  ['"密码": "letmein1"', 'letmein1'],
])('removes a password with a name in another language: %s', (written, ...gone) =>
  expectGone(written, gone),
)
