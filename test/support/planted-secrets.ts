const base64 = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7'
const pem = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${`${base64}\n`.repeat(20)}q+/=\n-----END ${kind}PRIVATE KEY-----`

/** For tests: one of every kind, as somebody writes it; nothing of `secret` may be seen. Cut up, so that nothing takes them for real. */
export const plantedSecrets: readonly { written: string; secret: readonly string[] }[] = [
  ...[
    `sk-${'ant'}-api03-AbC_dEf-123456789012345678901234567890`,
    `sk-${'proj'}-AbCdEf12345678901234567890`,
    `sk-${'AbCdEf1234567890'.repeat(3)}`,
    `AIza${'SyA1234567890abcdefghijklmnopqrstuv'}`,
    `gsk_${'AbCdEf1234567890AbCdEf'}`,
    `xai-${'AbCdEf1234567890AbCdEf'}`,
    `AKIA${'IOSFODNN7EXAMPLE'}`,
    `gh${'p'}_AbCdEf1234567890AbCdEf1234567890AbCd`,
    `github${'_pat'}_11ABCDEFG0abcdefghijkl_mnopqrstuvwxyz`,
    `glpat-${'AbCdEf1234567890abcd'}`,
    `npm_${'AbCdEf1234567890AbCdEf1234567890AbCd'}`,
    `xox${'b'}-123456789012-AbCdEf1234567890`,
    `sk_${'live'}_AbCdEf1234567890AbCdEf`,
    `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0NTY3ODkwIn0'}.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P`,
  ].map((key) => ({ written: key, secret: [key] })),
  { written: `Authorization: Bearer ${'a1B2c3D4'.repeat(4)}`, secret: ['a1B2c3D4a1B2c3D4'] },
  { written: 'postgres://app:s3cr3t-Pa55@db.internal/x', secret: ['s3cr3t-Pa55'] },
  { written: 'DATABASE_PASSWORD=tr0ub4dor3', secret: ['tr0ub4dor3'] },
  { written: 'AWS_SECRET_ACCESS_KEY="wJalrXUtnFEMI/K7MDENG"', secret: ['wJalrXUtnFEMI'] },
  { written: '{"client_secret": "p9o8i7u6y5t4"}', secret: ['p9o8i7u6y5t4'] },
  {
    written: 'aws_secret_access_key = kR7bVq2LmX9tZc4WnE8yHs1JdF6gPu3A',
    secret: ['kR7bVq2LmX9tZc4WnE8yHs1JdF6gPu3A'],
  },
  { written: 'db_password: tr0ub4dor3x', secret: ['tr0ub4dor3x'] },
  { written: 'X-API-Key: q8w7e6r5t4y3u2i1o0p9', secret: ['q8w7e6r5t4y3u2i1o0p9'] },
  { written: 'curl -u dana:h7Kq2mZ9xw https://example.org', secret: ['h7Kq2mZ9xw'] },
  { written: 'DB_PASSWORD="correct h0rse b4ttery"', secret: ['h0rse', 'b4ttery'] },
  { written: pem('RSA '), secret: [base64, 'q+/='] },
  { written: pem(''), secret: [base64, 'q+/='] },
]
