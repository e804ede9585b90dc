import type { SecretKind } from '../secret-kind.ts'
import { alphanumeric, hex, lines, lower, toBase64 } from './writing.ts'

const netrc: SecretKind = {
  name: 'netrc password',
  source: 'https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html',
  make: ({ chars }) => chars(alphanumeric, 16),
  write: {
    ini: (secret) =>
      lines('machine api.heroku.example', '  login ci@acme.example', `  password ${secret}`),
    yaml: (secret) =>
      lines(
        'steps:',
        '  - run: |',
        `      echo "machine git.acme.example login ci password ${secret}" > ~/.netrc`,
        '      chmod 600 ~/.netrc',
      ),
    json: (secret) =>
      lines(`{"netrc":{"machine":"git.acme.example","login":"ci","password":"${secret}"}}`),
    shell: (secret) =>
      lines(
        "cat >> ~/.netrc <<'EOF'",
        `machine git.acme.example login ci password ${secret}`,
        'EOF',
        'git fetch',
      ),
    prose: (secret) =>
      lines(
        'go mod download needs this line in ~/.netrc:',
        `machine git.acme.example login ci password ${secret}`,
      ),
  },
}

const curlUser: SecretKind = {
  name: 'user and password for curl',
  source: 'https://curl.se/docs/manpage.html#-u',
  make: ({ chars }) => chars(alphanumeric, 12),
  write: {
    ini: (secret) => lines('# ~/.curlrc', 'silent', `user = "deploy:${secret}"`),
    yaml: (secret) =>
      lines(
        'upload:',
        '  script:',
        `    - curl -T dist.zip -u deploy:${secret} https://files.acme.example/`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "scripts": {',
        `    "upload": "curl -u deploy:${secret} -T dist.zip https://files.acme.example/"`,
        '  }',
        '}',
      ),
    shell: (secret) => lines(`curl --user deploy:${secret} https://files.acme.example/list`),
    prose: (secret) =>
      lines(`Download it with https://deploy:${secret}@files.acme.example/dist.zip`),
  },
}

const databasePassword: SecretKind = {
  name: 'database password in the environment',
  source: 'https://12factor.net/config',
  make: ({ chars }) => `${chars(alphanumeric, 5)}${chars('!@^_', 1)}${chars(alphanumeric, 6)}`,
  write: {
    ini: (secret) => lines('DB_HOST=db1', 'DB_USER=shop', `DB_PASS=${secret}`),
    yaml: (secret) => lines('environment:', '  - DB_USER=shop', `  - DB_PASS=${secret}`),
    json: (secret) => lines('{', '  "dbHost": "db1",', `  "dbPass": "${secret}"`, '}'),
    shell: (secret) => lines(`export DB_PASS='${secret}'`, './manage.py dbshell'),
    prose: (secret) =>
      lines(`[debug] config: DB_HOST=db1 DB_USER=shop DB_PASS=${secret} DB_NAME=shop`),
  },
}

const passwordWithBlanks: SecretKind = {
  name: 'password with blanks in quotes',
  source: 'https://docs.python.org/3/library/configparser.html',
  make: ({ chars }) => [5, 7, 4, 6].map((length) => chars(lower, length)).join(' '),
  write: {
    ini: (secret) => lines('[wifi]', 'ssid = acme', `password = "${secret}"`, 'channel = 6'),
    yaml: (secret) => lines('user:', '  name: jo', `  password: '${secret}'`, '  shell: /bin/sh'),
    json: (secret) =>
      lines('{', '  "user": "jo",', `  "password": "${secret}",`, '  "remember": true', '}'),
    shell: (secret) =>
      lines(`export RESTIC_PASSWORD="${secret}"`, 'restic -r /srv/backup snapshots'),
    prose: (secret) => lines(`The guest network has the password "${secret}", with the blanks.`),
  },
}

const passphrase: SecretKind = {
  name: 'passphrase of a key',
  source: 'https://www.gnupg.org/documentation/manuals/gnupg/Unattended-GPG-key-generation.html',
  make: ({ chars }) => chars(alphanumeric, 14),
  write: {
    ini: (secret) =>
      lines(
        '%echo Generating a key',
        'Key-Type: EDDSA',
        'Name-Real: Acme',
        `Passphrase: ${secret}`,
        '%commit',
      ),
    yaml: (secret) => lines('signing:', '  key_id: 1A2B3C4D', `  passphrase: ${secret}`),
    json: (secret) => lines(`{"privateKeyFile":"id_rsa","passphrase":"${secret}"}`),
    shell: (secret) =>
      lines(
        `gpg --batch --pinentry-mode loopback --passphrase '${secret}' -d backup.gpg > backup.tar`,
      ),
    prose: (secret) =>
      lines(`the passphrase for the release key is ${secret}, don't write it down`),
  },
}

const zip: SecretKind = {
  name: 'password of an archive',
  source: 'https://infozip.sourceforge.net/UnZip.html',
  make: ({ chars }) => chars(alphanumeric, 10),
  write: {
    ini: (secret) => lines('[archive]', 'format=zip', `zip_password=${secret}`),
    yaml: (secret) =>
      lines('backup:', '  script:', `    - zip -r --password ${secret} out.zip data/`),
    json: (secret) => lines(`{"file":"logs.zip","archivePassword":"${secret}"}`),
    shell: (secret) =>
      lines(`zip -r --password=${secret} customers.zip customers/`, 'ls -l customers.zip'),
    prose: (secret) => lines('logs.zip is on the share.', `Password: ${secret}`),
  },
}

const dockerLogin: SecretKind = {
  name: 'registry password for docker login',
  source: 'https://docs.docker.com/reference/cli/docker/login/',
  make: ({ chars }) => chars(alphanumeric, 20),
  write: {
    ini: (secret) => lines('[registry]', 'username = ci', `password = '${secret}'`),
    yaml: (secret) =>
      lines(
        'kaniko:',
        '  registry: registry.acme.example',
        '  username: ci',
        `  password: "${secret}"`,
      ),
    json: (secret) =>
      lines(`{"auths":{"registry.acme.example":{"username":"ci","password":"${secret}"}}}`),
    shell: (secret) =>
      lines(
        'kubectl create secret docker-registry pull --docker-server=registry.acme.example \\',
        `  --docker-username=ci --docker-password=${secret}`,
      ),
    prose: (secret) =>
      lines('To pull the image:', `docker login -u ci -p ${secret} registry.acme.example`),
  },
}

const kubernetesData: SecretKind = {
  name: 'data of a Kubernetes Secret',
  source: 'https://kubernetes.io/docs/concepts/configuration/secret/',
  make: ({ chars }) => toBase64(chars(alphanumeric, 17)),
  write: {
    ini: (secret) => lines('# base64', `POSTGRES_PASSWORD_B64=${secret}`, 'POSTGRES_USER=shop'),
    yaml: (secret) =>
      lines(
        'apiVersion: v1',
        'kind: Secret',
        'metadata:',
        '  name: db',
        'type: Opaque',
        'data:',
        '  username: c2hvcA==',
        `  password: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "apiVersion": "v1",',
        '  "kind": "Secret",',
        '  "metadata": { "name": "db" },',
        `  "data": { "username": "c2hvcA==", "password": "${secret}" }`,
        '}',
      ),
    shell: (secret) =>
      lines(
        `kubectl patch secret db -p '{"data":{"password":"${secret}"}}'`,
        'kubectl rollout restart deploy/shop',
      ),
    prose: (secret) =>
      lines(
        '`kubectl get secret db -o yaml` shows',
        '',
        '    data:',
        `      password: ${secret}`,
        '',
        'so the value is right.',
      ),
  },
}

const dockerAuth: SecretKind = {
  name: 'auth of a Docker configuration',
  source: 'https://docs.docker.com/reference/cli/docker/login/#credential-stores',
  make: ({ chars }) => toBase64(`ci:${chars(alphanumeric, 21)}`),
  write: {
    ini: (secret) =>
      lines('[buildkit]', 'registry = registry.acme.example', `registry_auth = ${secret}`),
    yaml: (secret) =>
      lines(
        'machine:',
        '  registries:',
        '    config:',
        '      registry.acme.example:',
        '        auth:',
        `          auth: ${secret}`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "auths": {',
        '    "https://index.docker.io/v1/": {',
        `      "auth": "${secret}"`,
        '    }',
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(
        'mkdir -p ~/.docker',
        `echo '{"auths":{"registry.acme.example":{"auth":"${secret}"}}}' > ~/.docker/config.json`,
      ),
    prose: (secret) =>
      lines(
        'cat ~/.docker/config.json prints',
        `"registry.acme.example": {"auth": "${secret}"}`,
        'but the pull is denied',
      ),
  },
}

const basicAuthorization: SecretKind = {
  name: 'Basic authorization',
  source: 'https://datatracker.ietf.org/doc/html/rfc7617',
  make: ({ chars }) => toBase64(`jo:${chars(alphanumeric, 15)}`),
  write: {
    ini: (secret) =>
      lines('[http "https://git.acme.example/"]', `  extraheader = AUTHORIZATION: basic ${secret}`),
    yaml: (secret) =>
      lines('headers:', '  Accept: application/json', `  Authorization: "Basic ${secret}"`),
    json: (secret) =>
      lines(
        '{',
        '  "headers": {',
        `    "Authorization": "Basic ${secret}",`,
        '    "Accept": "*/*"',
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(`wget --header="Authorization: Basic ${secret}" https://files.acme.example/a.tgz`),
    prose: (secret) =>
      lines(
        '> GET /rest/api/2/myself HTTP/1.1',
        '> Host: jira.acme.example',
        `> Authorization: Basic ${secret}`,
        '> User-Agent: curl/8.5.0',
      ),
  },
}

const ansibleBecome: SecretKind = {
  name: 'sudo password of an inventory',
  source: 'https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html',
  make: ({ chars }) => `${chars(alphanumeric, 6)}-${chars(hex, 4)}`,
  write: {
    ini: (secret) =>
      lines('[web]', `web-1 ansible_host=10.0.0.4 ansible_user=ops ansible_become_pass=${secret}`),
    yaml: (secret) =>
      lines('all:', '  vars:', '    ansible_user: ops', `    ansible_ssh_pass: ${secret}`),
    json: (secret) =>
      lines(
        '{ "web": { "hosts": ["web-1"],',
        `  "vars": { "ansible_become_password": "${secret}" } } }`,
      ),
    shell: (secret) => lines(`sshpass -p '${secret}' ssh ops@web-1 uptime`),
    prose: (secret) =>
      lines(
        'web-1 is full. Log in as ops and clean up,',
        `the sudo password is ${secret} on every web host`,
      ),
  },
}

export const passwordKinds: readonly SecretKind[] = [
  ansibleBecome,
  basicAuthorization,
  curlUser,
  databasePassword,
  dockerAuth,
  dockerLogin,
  kubernetesData,
  netrc,
  passphrase,
  passwordWithBlanks,
  zip,
]
