import type { SecretKind } from '../secret-kind.ts'
import { alphanumeric, base64UrlAlphabet, hex, lines } from './writing.ts'

const mongoDb: SecretKind = {
  name: 'MongoDB Atlas connection string',
  source: 'https://www.mongodb.com/docs/manual/reference/connection-string/',
  make: ({ chars }) => chars(alphanumeric, 16),
  write: {
    ini: (secret) =>
      lines(
        'spring.data.mongodb.database=shop',
        `spring.data.mongodb.uri=mongodb+srv://shop:${secret}@cluster0.ab1cd.mongodb.net/shop`,
      ),
    yaml: (secret) =>
      lines(
        'services:',
        '  api:',
        '    environment:',
        `      MONGO_URL: "mongodb+srv://api:${secret}@cluster0.ab1cd.mongodb.net/?retryWrites=true&w=majority"`,
        '      PORT: 3000',
      ),
    json: (secret) =>
      lines(
        '{',
        '  "db": {',
        `    "uri": "mongodb://root:${secret}@mongo-0.mongo:27017,mongo-1.mongo:27017/admin?replicaSet=rs0",`,
        '    "poolSize": 5',
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(
        `mongosh "mongodb+srv://cluster0.ab1cd.mongodb.net/" --username admin --password ${secret}`,
      ),
    prose: (secret) =>
      lines(
        'MongoServerError: bad auth : Authentication failed.',
        `  connecting to mongodb+srv://api:${secret}@cluster0.ab1cd.mongodb.net/shop`,
      ),
  },
}

const mySql: SecretKind = {
  name: 'MySQL password',
  source: 'https://dev.mysql.com/doc/refman/8.4/en/option-files.html',
  make: ({ chars }) => `${chars(alphanumeric, 7)}${chars('%*+-', 1)}${chars(alphanumeric, 6)}`,
  write: {
    ini: (secret) => lines('[client]', 'user=backup', `password="${secret}"`, 'host=db1'),
    yaml: (secret) =>
      lines(
        'services:',
        '  db:',
        '    image: mysql:8.4',
        '    environment:',
        `      MYSQL_ROOT_PASSWORD: ${secret}`,
        '      MYSQL_DATABASE: shop',
      ),
    json: (secret) =>
      lines(
        '{',
        '  "production": {',
        '    "username": "shop",',
        `    "password": "${secret}",`,
        '    "dialect": "mysql"',
        '  }',
        '}',
      ),
    shell: (secret) =>
      lines(`mysqldump -u backup -p'${secret}' --all-databases | gzip > all.sql.gz`),
    prose: (secret) =>
      lines(
        '1. log in to db1',
        `2. run ALTER USER 'backup'@'%' IDENTIFIED BY '${secret}';`,
        '3. run FLUSH PRIVILEGES;',
      ),
  },
}

const pgPass: SecretKind = {
  name: 'PostgreSQL password file entry',
  source: 'https://www.postgresql.org/docs/current/libpq-pgpass.html',
  make: ({ chars }) => chars(alphanumeric, 18),
  write: {
    ini: (secret) =>
      lines('# hostname:port:database:username:password', `db1.internal:5432:shop:shop:${secret}`),
    yaml: (secret) =>
      lines(
        '- name: write .pgpass',
        '  ansible.builtin.copy:',
        '    dest: /root/.pgpass',
        `    content: "db1.internal:5432:*:postgres:${secret}\\n"`,
        "    mode: '0600'",
      ),
    json: (secret) =>
      lines(
        '{',
        '  "path": "/var/lib/postgresql/.pgpass",',
        `  "content": "db1.internal:5432:*:replicator:${secret}\\n"`,
        '}',
      ),
    shell: (secret) => lines(`PGPASSWORD=${secret} psql -h db1.internal -U shop -c 'select 1'`),
    prose: (secret) =>
      lines(
        'psql asks for the password although ~/.pgpass has the line',
        `\`db1.internal:5432:shop:shop:${secret}\`. The mode is 0600.`,
      ),
  },
}

const postgres: SecretKind = {
  name: 'PostgreSQL connection URL',
  source: 'https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS',
  make: ({ chars }) => chars(alphanumeric, 20),
  write: {
    ini: (secret) =>
      lines(
        '[alembic]',
        'script_location = migrations',
        `sqlalchemy.url = postgresql+psycopg2://shop:${secret}@db1.internal/shop`,
      ),
    yaml: (secret) =>
      lines(
        'env:',
        '- name: DATABASE_URL',
        `  value: postgres://shop:${secret}@db1.internal:5432/shop?sslmode=require`,
      ),
    json: (secret) =>
      lines(
        '{',
        '  "mcpServers": { "postgres": { "command": "npx",',
        `    "args": ["mcp-postgres", "postgresql://reader:${secret}@localhost/shop"] } }`,
        '}',
      ),
    shell: (secret) =>
      lines(
        `export DATABASE_URL='postgresql://shop:${secret}@db1.internal:5432/shop'`,
        'npm run migrate',
      ),
    prose: (secret) =>
      lines(
        `To look at the data: psql postgres://reader:${secret}@db1.internal/shop (read-only user).`,
      ),
  },
}

const postgresKeywords: SecretKind = {
  name: 'PostgreSQL keyword connection string',
  source: 'https://www.postgresql.org/docs/current/libpq-pgservice.html',
  make: ({ chars }) => chars(alphanumeric, 15),
  write: {
    ini: (secret) =>
      lines('[shop]', 'host=db1.internal', 'port=5432', 'user=shop', `password=${secret}`),
    yaml: (secret) =>
      lines(
        'datasources:',
        '  - name: shop',
        '    type: postgres',
        '    user: grafana',
        '    secureJsonData:',
        `      password: '${secret}'`,
      ),
    json: (secret) =>
      lines(
        '{ "ConnectionStrings": {',
        `  "Shop": "Host=db1.internal;Port=5432;Username=shop;Password=${secret};Pooling=true"`,
        '} }',
      ),
    shell: (secret) => lines(`psql "host=db1.internal dbname=shop user=shop password=${secret}"`),
    prose: (secret) =>
      lines(
        'pq: could not connect, dsn was',
        `host=db1.internal port=5432 user=shop password=${secret} dbname=shop sslmode=disable`,
      ),
  },
}

const planetScaleToken: SecretKind = {
  name: 'PlanetScale service token',
  source: 'https://planetscale.com/docs/api/service-tokens',
  make: ({ chars }) => `pscale_tkn_${chars(base64UrlAlphabet, 43)}`,
  write: {
    ini: (secret) =>
      lines('PLANETSCALE_SERVICE_TOKEN_ID=k2lqgx0vyqz3', `PLANETSCALE_SERVICE_TOKEN=${secret}`),
    yaml: (secret) => lines('planetscale:', '  tokenId: k2lqgx0vyqz3', `  token: ${secret}`),
    json: (secret) => lines(`{"id":"k2lqgx0vyqz3","type":"ServiceToken","token":"${secret}"}`),
    shell: (secret) =>
      lines(
        'pscale deploy-request list shop --org acme \\',
        `  --service-token-id k2lqgx0vyqz3 --service-token ${secret}`,
      ),
    prose: (secret) =>
      lines(`Error: service token ${secret} does not have access to database shop`),
  },
}

const planetScalePassword: SecretKind = {
  name: 'PlanetScale database password',
  source: 'https://planetscale.com/docs/concepts/connection-strings',
  make: ({ chars }) => `pscale_pw_${chars(base64UrlAlphabet, 43)}`,
  write: {
    ini: (secret) => lines('host=aws.connect.psdb.cloud', 'username=u3m9a', `password=${secret}`),
    yaml: (secret) =>
      lines(
        'production:',
        '  adapter: mysql2',
        '  host: aws.connect.psdb.cloud',
        '  username: u3m9a',
        `  password: ${secret}`,
      ),
    json: (secret) =>
      lines(`{"database_branch":"main","username":"u3m9a","plain_text":"${secret}"}`),
    shell: (secret) =>
      lines(
        `export DATABASE_URL="mysql://u3m9a:${secret}@aws.connect.psdb.cloud/shop?sslaccept=strict"`,
      ),
    prose: (secret) => lines('New credentials for the branch main:', `u3m9a / ${secret}`),
  },
}

const rabbitMq: SecretKind = {
  name: 'RabbitMQ connection URL',
  source: 'https://www.rabbitmq.com/docs/uri-spec',
  make: ({ chars }) => chars(alphanumeric, 14),
  write: {
    ini: (secret) =>
      lines(
        '[DEFAULT]',
        `transport_url = rabbit://openstack:${secret}@controller:5672/`,
        'debug = false',
      ),
    yaml: (secret) =>
      lines('celery:', `  broker_url: amqp://worker:${secret}@rabbit:5672/jobs`, '  prefetch: 1'),
    json: (secret) =>
      lines(
        '{ "users": [ {',
        '  "name": "worker",',
        `  "password": "${secret}",`,
        '  "tags": "management"',
        '} ] }',
      ),
    shell: (secret) =>
      lines(
        'rabbitmqctl add_vhost jobs',
        `celery -A app -b amqps://worker:${secret}@rabbit.acme.example// worker`,
      ),
    prose: (secret) =>
      lines(
        '[2026-01-11 08:00:12,402: ERROR/MainProcess] consumer: Cannot connect to',
        `amqp://worker:${secret}@rabbit:5672//: [Errno 111] Connection refused.`,
      ),
  },
}

const redis: SecretKind = {
  name: 'Redis password',
  source: 'https://redis.io/docs/latest/develop/tools/cli/',
  make: ({ chars }) => chars(alphanumeric, 24),
  write: {
    ini: (secret) =>
      lines('[cache]', 'engine = redis', `url = redis://:${secret}@cache.internal:6379/0`),
    yaml: (secret) =>
      lines(
        'services:',
        '  cache:',
        '    image: redis:7',
        `    command: redis-server --appendonly yes --requirepass ${secret}`,
      ),
    json: (secret) =>
      lines(`{"redis":{"host":"cache.internal","port":6379,"password":"${secret}","db":0}}`),
    shell: (secret) =>
      lines(`redis-cli -u rediss://default:${secret}@cache.acme.example:6380 ping`),
    prose: (secret) =>
      lines(
        'redis.exceptions.ConnectionError: Error 111 connecting to',
        `redis://default:${secret}@cache.internal:6379/0. Connection refused.`,
      ),
  },
}

const supabaseSecret: SecretKind = {
  name: 'Supabase secret key',
  source: 'https://supabase.com/docs/guides/api/api-keys',
  make: ({ chars }) => `sb_secret_${chars(base64UrlAlphabet, 22)}_${chars(base64UrlAlphabet, 8)}`,
  write: {
    ini: (secret) => lines('SUPABASE_URL=https://abc.supabase.co', `SUPABASE_SECRET_KEY=${secret}`),
    yaml: (secret) => lines('supabase:', '  url: https://abc.supabase.co', `  key: ${secret}`),
    json: (secret) =>
      lines('[{', '  "name": "default", "type": "secret",', `  "api_key": "${secret}"`, '}]'),
    shell: (secret) => lines(`curl 'https://abc.supabase.co/rest/v1/todos' -H "apikey: ${secret}"`),
    prose: (secret) =>
      lines(`createClient(url, '${secret}') works in Node but not in the browser, why?`),
  },
}

const supabaseToken: SecretKind = {
  name: 'Supabase personal access token',
  source: 'https://supabase.com/docs/reference/api/introduction',
  make: ({ chars }) => `sbp_${chars(hex, 40)}`,
  write: {
    ini: (secret) => lines('[supabase]', 'project = abc', `access-token = ${secret}`),
    yaml: (secret) => lines('env:', `  SUPABASE_ACCESS_TOKEN: ${secret}`, '  PROJECT_ID: abc'),
    json: (secret) =>
      lines(
        '{ "mcpServers": { "supabase": {',
        '  "command": "npx",',
        `  "args": ["-y", "@supabase/mcp-server-supabase", "--access-token", "${secret}"]`,
        '} } }',
      ),
    shell: (secret) => lines(`supabase login --token ${secret}`, 'supabase db push'),
    prose: (secret) =>
      lines(`Invalid access token format. Got ${secret}, must be like sbp_0102...1920.`),
  },
}

export const databaseKinds: readonly SecretKind[] = [
  mongoDb,
  mySql,
  pgPass,
  postgres,
  postgresKeywords,
  planetScaleToken,
  planetScalePassword,
  rabbitMq,
  redis,
  supabaseSecret,
  supabaseToken,
]
