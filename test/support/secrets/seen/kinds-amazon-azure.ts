import { alphanumeric, base32, base64, base64Url, digits, lower } from '../alphabets.ts'
import type { SecretKind } from '../secret-kind.ts'

export const amazonAzureKinds: readonly SecretKind[] = [
  {
    name: 'Alibaba Cloud AccessKey secret',
    source: 'https://www.alibabacloud.com/help/en/cli/configure-credentials',
    make: ({ chars }) => chars(alphanumeric, 30),
    write: {
      ini: (secret) => `[default]
enable = true
type = access_key
access_key_id = LTAI5tFakeIdentifier0000
access_key_secret = ${secret}
`,
      yaml: (secret) => `provider:
  name: aliyun
  credentials:
    accessKeyId: LTAI5tFakeIdentifier0000
    accessKeySecret: ${secret}
`,
      json: (secret) =>
        `{"current":"default","profiles":[{"name":"default","mode":"AK","access_key_id":"LTAI5tFakeIdentifier0000","access_key_secret":"${secret}","region_id":"cn-hangzhou"}]}`,
      shell: (secret) =>
        `export ALIBABA_CLOUD_ACCESS_KEY_ID=LTAI5tFakeIdentifier0000\nexport ALIBABA_CLOUD_ACCESS_KEY_SECRET=${secret}\naliyun ecs DescribeRegions`,
      prose: (secret) =>
        `I created a RAM user for the backup job. The AccessKey secret is ${secret}, please put it into the vault.`,
    },
  },
  {
    name: 'AWS access key ID',
    source: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
    make: ({ chars }) => `AKIA${chars(base32, 16)}`,
    write: {
      ini: (secret) => `[default]\naws_access_key_id = ${secret}\nregion = eu-central-1\n`,
      yaml: (secret) => `env:\n  AWS_ACCESS_KEY_ID: ${secret}\n  AWS_REGION: eu-central-1\n`,
      json: (secret) =>
        `{\n  "AccessKey": {\n    "UserName": "deploy",\n    "AccessKeyId": "${secret}",\n    "Status": "Active"\n  }\n}`,
      shell: (secret) => `$ AWS_ACCESS_KEY_ID=${secret} aws sts get-caller-identity`,
      prose: (secret) => `The old key ${secret} belongs to the deploy user and should be rotated.`,
    },
  },
  {
    name: 'AWS secret access key',
    source: 'https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html',
    make: ({ chars }) => chars(base64, 40),
    write: {
      ini: (secret) => `[default]
region = us-west-2
aws_secret_access_key = ${secret}
output = json
`,
      yaml: (secret) => `aws:\n  access_key_id: my-user\n  secret_access_key: ${secret}\n`,
      json: (secret) =>
        `{ "Credentials": { "SecretAccessKey": "${secret}", "Expiration": "2027-01-01T00:00:00Z" } }`,
      shell: (secret) => `aws configure set aws_secret_access_key ${secret} --profile staging`,
      prose: (secret) =>
        `When the command asks for the AWS Secret Access Key, enter ${secret} and press Enter twice.`,
    },
  },
  {
    name: 'AWS session token',
    source: 'https://docs.aws.amazon.com/STS/latest/APIReference/API_GetSessionToken.html',
    make: ({ chars }) => `IQoJb3JpZ2luX2VjE${chars(base64, 340)}==`,
    write: {
      ini: (secret) => `[temporary]\naws_session_token=${secret}\n`,
      yaml: (secret) => `aws:\n  session_token: "${secret}"\n`,
      json: (secret) => `{"SessionToken":"${secret}","AccessKeyId":"unused"}`,
      shell: (secret) => `export AWS_SESSION_TOKEN="${secret}"`,
      prose: (secret) => `Paste this session token into the console: ${secret}`,
    },
  },
  {
    name: 'Azure client secret',
    source: 'https://learn.microsoft.com/en-us/entra/identity-platform/quickstart-register-app',
    make: ({ chars }) => `${chars(alphanumeric, 3)}8Q~${chars(`${base64Url}.~`, 34)}`,
    write: {
      ini: (secret) => `[azure]\ntenant_id = contoso\nclient_secret = ${secret}\n`,
      yaml: (secret) => `azure:\n  clientId: registered-app\n  clientSecret: '${secret}'\n`,
      json: (secret) => `{"appId": "registered-app", "password": "${secret}", "tenant": "contoso"}`,
      shell: (secret) =>
        `az login --service-principal -u registered-app -p ${secret} --tenant contoso`,
      prose: (secret) =>
        `Under Certificates & secrets I got the value ${secret} for the app; it ends in two years.`,
    },
  },
  {
    name: 'Azure DevOps personal access token',
    source:
      'https://learn.microsoft.com/en-us/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate',
    make: ({ chars }) => chars(`${lower}234567`, 52),
    write: {
      ini: (secret) =>
        `[azure-devops]\norganization=https://dev.azure.com/fabrikam\npat=${secret}\n`,
      yaml: (secret) => `env:\n  AZURE_DEVOPS_EXT_PAT: ${secret}\n`,
      json: (secret) =>
        `{"azureDevOps":{"organization":"fabrikam","personalAccessToken":"${secret}"}}`,
      shell: (
        secret,
      ) => `echo ${secret} | az devops login --organization https://dev.azure.com/fabrikam
export AZURE_DEVOPS_EXT_PAT=${secret}`,
      prose: (secret) => `My Azure DevOps PAT is ${secret}. It can read code and packages.`,
    },
  },
  {
    name: 'Azure shared access signature',
    source: 'https://learn.microsoft.com/en-us/azure/storage/common/storage-sas-overview',
    make: ({ chars }) => `${chars(alphanumeric, 41)}%2B%3D`,
    write: {
      ini: (secret) =>
        `[backup]\nsas_url = https://fabrikam.blob.core.windows.net/backup?sv=2024-11-04&ss=b&srt=co&sp=rl&se=2027-01-01T00:00:00Z&sig=${secret}\n`,
      yaml: (secret) =>
        `source:\n  url: "https://fabrikam.blob.core.windows.net/data?sp=r&sig=${secret}&sv=2024-11-04"\n`,
      json: (secret) =>
        `{"sasToken": "sv=2024-11-04&ss=b&srt=sco&sp=rwdlac&se=2027-01-01&spr=https&sig=${secret}"}`,
      shell: (secret) =>
        `azcopy copy ./out "https://fabrikam.blob.core.windows.net/out?sv=2024-11-04&sr=c&sig=${secret}" --recursive`,
      prose: (secret) =>
        `You can download it from https://fabrikam.file.core.windows.net/share/a.zip?sv=2024-11-04&sr=f&sig=${secret} until Friday.`,
    },
  },
  {
    name: 'Azure storage account key',
    source:
      'https://learn.microsoft.com/en-us/azure/storage/common/storage-configure-connection-string',
    make: ({ chars }) => `${chars(base64, 86)}==`,
    write: {
      ini: (secret) =>
        `[storage]\nconnection = DefaultEndpointsProtocol=https;AccountName=fabrikam;AccountKey=${secret};EndpointSuffix=core.windows.net\n`,
      yaml: (secret) => `storage:\n  account: fabrikam\n  accountKey: ${secret}\n`,
      json: (secret) =>
        `{"AzureWebJobsStorage":"DefaultEndpointsProtocol=https;AccountName=fabrikam;AccountKey=${secret}"}`,
      shell: (secret) => `az storage blob list --account-name fabrikam --account-key "${secret}"`,
      prose: (secret) => `The storage account fabrikam still has key1 = ${secret} in use.`,
    },
  },
  {
    name: 'IBM Cloud API key',
    source: 'https://cloud.ibm.com/docs/account?topic=account-userapikey',
    make: ({ chars }) => chars(base64Url, 44),
    write: {
      ini: (secret) => `[ibmcloud]\nibmcloud_api_key = ${secret}\n`,
      yaml: (secret) => `ibm:\n  apikey: ${secret}\n  region: eu-de\n`,
      json: (secret) =>
        `{\n\t"name": "ci",\n\t"description": "",\n\t"createdAt": "2026-05-05T10:10+0000",\n\t"apikey": "${secret}"\n}`,
      shell: (secret) => `ibmcloud login --apikey ${secret} -r eu-de`,
      prose: (secret) =>
        `Log in to IBM Cloud with the API key ${secret} (it can't be shown again).`,
    },
  },
  {
    name: 'Cloudflare API token',
    source: 'https://developers.cloudflare.com/fundamentals/api/get-started/create-token/',
    make: ({ chars }) => chars(base64Url, 40),
    write: {
      ini: (secret) => `# certbot\ndns_cloudflare_api_token = ${secret}\n`,
      yaml: (secret) => `cloudflare:\n  apiToken: ${secret}\n  zone: example.org\n`,
      json: (secret) => `{"vars":{},"CLOUDFLARE_API_TOKEN":"${secret}"}`,
      shell: (secret) =>
        `curl "https://api.cloudflare.com/client/v4/user/tokens/verify" \\\n  --header "Authorization: Bearer ${secret}"`,
      prose: (secret) => `I made a Cloudflare token with Zone.DNS edit: ${secret}`,
    },
  },
  {
    name: 'Cloudflare global API key',
    source: 'https://developers.cloudflare.com/fundamentals/api/get-started/keys/',
    make: ({ chars }) => chars(`${digits}abcdef`, 37),
    write: {
      ini: (secret) =>
        `dns_cloudflare_email = cloudflare@example.org\ndns_cloudflare_api_key = ${secret}\n`,
      yaml: (secret) =>
        `environment:\n  - CF_API_EMAIL=cloudflare@example.org\n  - CF_API_KEY=${secret}\n`,
      json: (secret) => `{"headers":{"X-Auth-Email":"a@example.org","X-Auth-Key":"${secret}"}}`,
      shell: (secret) =>
        `curl https://api.cloudflare.com/client/v4/zones -H "X-Auth-Email: a@example.org" -H "X-Auth-Key: ${secret}"`,
      prose: (secret) =>
        `Our global API key for Cloudflare is "${secret}"; don't use it in new code.`,
    },
  },
]
