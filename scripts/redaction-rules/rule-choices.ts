/** Rules of gitleaks that aren't taken, with the reason. */
export const droppedRules: Readonly<Record<string, string>> = {
  'adobe-client-id': 'An identifier, no secret.',
  'asana-client-id': 'An identifier, no secret.',
  'bitbucket-client-id': 'An identifier, no secret.',
  'discord-client-id': 'An identifier, no secret.',
  'flutterwave-public-key': 'A public key.',
  'linkedin-client-id': 'An identifier, no secret.',
  'lob-pub-api-key': 'A public key.',
  'looker-client-id': 'An identifier, no secret.',
  'mailgun-pub-key': 'A public key.',
  'plaid-client-id': 'An identifier, no secret.',
  'curl-auth-header': 'Headers are found in any command.',
  'curl-auth-user': 'Users and passwords are found in any curl command.',
  'generic-api-key': 'Values whose names say secret are found in more forms.',
  'hashicorp-tf-password': 'Values whose names say secret are found in more forms.',
  'freemius-secret-key': 'Values whose names say secret are found in more forms.',
  'nuget-config-password': 'Values whose names say secret are found in more forms.',
  'gitlab-pat-routable': 'Takes more than linear time; its prefix is looked for.',
  'gitlab-runner-authentication-token-routable':
    'Takes more than linear time; its prefix is looked for.',
  jwt: 'JSON web tokens are found in plain code.',
  'kubernetes-secret-yaml': 'Kubernetes secrets are found in plain code.',
  'private-key': 'Private keys are found in plain code.',
}

/**
 * Keywords that are a part of the token itself, for rules whose own ones stand anywhere in the file:
 * keywords are looked for in what may be a token.
 */
export const tokenKeywords: Readonly<Record<string, readonly string[]>> = {
  'airtable-personnal-access-token': ['pat'],
  'atlassian-api-token': ['atatt3'],
  'cloudflare-origin-ca-key': ['v1.0-'],
  'facebook-access-token': ['|', '%'],
  'intra42-client-secret': ['s-s4t2'],
  'sourcegraph-access-token': ['sgp_'],
}

/** Rules whose pattern is replaced by one of JavaScript. */
export const rewrittenRules: Readonly<
  Record<string, { readonly pattern: RegExp; readonly reason: string }>
> = {
  'aws-amazon-bedrock-api-key-short-lived': {
    pattern: /bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/]*={0,2}/,
    reason: 'Takes the whole key, not only how it begins.',
  },
  'azure-ad-client-secret': {
    pattern: /(?<![\w~.-])[a-zA-Z0-9_~.]{3}\dQ~[a-zA-Z0-9_~.-]{31,34}(?![\w~.-])/,
    reason: 'Only takes the secret and not the characters around it.',
  },
  'facebook-access-token': {
    pattern: /\b\d{15,16}(?:\||%7C)[0-9a-zA-Z_-]{27,40}/,
    reason: 'Only takes a bar as such, or as addresses escape it.',
  },
  'hashicorp-tf-api-token': {
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}/,
    reason: 'Begins only where a run of its characters begins; else it takes quadratic time.',
  },
  'jwt-base64': {
    pattern: /\bZXlK[A-Za-z0-9+/]{40,}={0,2}/,
    reason: 'Any header, and no end that takes quadratic time.',
  },
  'sourcegraph-access-token': {
    pattern: /\bsgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}\b/,
    reason: 'Without the alternative that takes every commit of git.',
  },
  'sentry-org-token': {
    pattern: /\bsntrys_eyJpYXQiO[a-zA-Z0-9+/=]{10,600}_[a-zA-Z0-9+/]{43}/,
    reason: 'Without alternatives in the middle of a run, which take quadratic time.',
  },
}
