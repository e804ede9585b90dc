import { alphanumeric, base32, base64Url, hex, upper } from '../alphabets.ts'
import type { SecretKind } from '../secret-kind.ts'

export const aiAndObservabilityKinds: readonly SecretKind[] = [
  {
    name: 'Anthropic API key',
    source: 'https://docs.anthropic.com/en/api/overview',
    make: ({ chars }) => `sk-ant-api03-${chars(base64Url, 93)}AA`,
    write: {
      ini: (secret) => `[llm]\nanthropic_api_key=${secret}\n`,
      yaml: (secret) => `model_list:\n  - model_name: claude\n    api_key: ${secret}\n`,
      json: (secret) => `{"env":{"ANTHROPIC_API_KEY":"${secret}"}}`,
      shell: (secret) =>
        `curl https://api.anthropic.com/v1/messages --header "x-api-key: ${secret}" --header "anthropic-version: 2023-06-01"`,
      prose: (secret) => `Claude answers 401 with ${secret}, why?`,
    },
  },
  {
    name: 'Cohere API key',
    source: 'https://docs.cohere.com/reference/about',
    make: ({ chars }) => chars(alphanumeric, 40),
    write: {
      ini: (secret) => `[cohere]\napi_key = ${secret}\n`,
      yaml: (secret) => `embeddings:\n  provider: cohere\n  CO_API_KEY: ${secret}\n`,
      json: (secret) => `{"cohereApiKey": "${secret}"}`,
      shell: (secret) =>
        `curl https://api.cohere.com/v2/chat --header "Authorization: bearer ${secret}"`,
      prose: (secret) =>
        `In the notebook I wrote co = cohere.ClientV2("${secret}"), the trial API key.`,
    },
  },
  {
    name: 'Deepgram API key',
    source: 'https://developers.deepgram.com/docs/create-additional-api-keys',
    make: ({ chars }) => chars(hex, 40),
    write: {
      ini: (secret) => `DEEPGRAM_API_KEY=${secret}\n`,
      yaml: (secret) => `deepgram:\n  apiKey: "${secret}"\n`,
      json: (secret) => `{"deepgram_key":"${secret}"}`,
      shell: (secret) =>
        `curl -X POST -H "Authorization: Token ${secret}" https://api.deepgram.com/v1/listen`,
      prose: (secret) => `Here's a Deepgram API key for the tests: ${secret}`,
    },
  },
  {
    name: 'ElevenLabs API key',
    source: 'https://elevenlabs.io/docs/api-reference/authentication',
    make: ({ chars }) => `sk_${chars(hex, 48)}`,
    write: {
      ini: (secret) => `[elevenlabs]\nkey=${secret}\n`,
      yaml: (secret) => `elevenlabs:\n  api_key: ${secret}\n`,
      json: (secret) => `{"elevenLabsApiKey":"${secret}"}`,
      shell: (secret) => `curl 'https://api.elevenlabs.io/v1/models' -H 'xi-api-key: ${secret}'`,
      prose: (secret) => `ElevenLabs gave us ${secret} for the voices.`,
    },
  },
  {
    name: 'Groq API key',
    source: 'https://console.groq.com/docs/quickstart',
    make: ({ chars }) => `gsk_${chars(alphanumeric, 52)}`,
    write: {
      ini: (secret) => `GROQ_API_KEY = "${secret}"\n`,
      yaml: (secret) => `groq:\n  key: ${secret}\n`,
      json: (secret) => `{"provider":"groq","key":"${secret}"}`,
      shell: (secret) => `export GROQ_API_KEY=${secret}`,
      prose: (secret) => `Whisper on Groq works with ${secret}.`,
    },
  },
  {
    name: 'Hugging Face user access token',
    source: 'https://huggingface.co/docs/hub/security-tokens',
    make: ({ chars }) => `hf_${chars(`${upper}${upper.toLowerCase()}`, 34)}`,
    write: {
      ini: (secret) => `[work]\nhf_token = ${secret}\n`,
      yaml: (secret) => `hub:\n  login: ${secret}\n`,
      json: (secret) => `{"HF_TOKEN":"${secret}"}`,
      shell: (secret) => `huggingface-cli login --token ${secret}`,
      prose: (secret) => `Downloading the gated model needs ${secret}`,
    },
  },
  {
    name: 'LangSmith API key',
    source: 'https://docs.langchain.com/langsmith/create-account-api-key',
    make: ({ chars }) => `lsv2_pt_${chars(hex, 32)}_${chars(hex, 10)}`,
    write: {
      ini: (secret) => `LANGSMITH_TRACING=true\nLANGSMITH_API_KEY=${secret}\n`,
      yaml: (secret) => `langsmith:\n  apiKey: ${secret}\n`,
      json: (secret) => `{"headers":{"x-api-key":"${secret}"}}`,
      shell: (secret) => `curl -H "X-Api-Key: ${secret}" https://api.smith.langchain.com/sessions`,
      prose: (secret) => `Traces don't arrive with ${secret}.`,
    },
  },
  {
    name: 'Datadog API key',
    source: 'https://docs.datadoghq.com/account_management/api-app-keys/',
    make: ({ chars }) => chars(hex, 32),
    write: {
      ini: (secret) => `[Main]\ndd_url: https://app.datadoghq.com\napi_key: ${secret}\n`,
      yaml: (secret) => `api_key: ${secret}\nsite: datadoghq.eu\n`,
      json: (secret) => `{"datadog":{"apiKey":"${secret}","appKey":"see vault"}}`,
      shell: (secret) =>
        `DD_API_KEY=${secret} DD_SITE="datadoghq.eu" bash -c "$(curl -L https://install.datadoghq.com/scripts/install_script_agent7.sh)"`,
      prose: (secret) => `Check that the agent's API key is ${secret}: the site rejects it.`,
    },
  },
  {
    name: 'Dynatrace access token',
    source:
      'https://docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients/access-tokens',
    make: ({ chars }) => `dt0c01.${chars(base32, 24)}.${chars(base32, 64)}`,
    write: {
      ini: (secret) => `[dynatrace]\ntoken = ${secret}\n`,
      yaml: (secret) => `dynatrace:\n  environment: abc\n  apiToken: ${secret}\n`,
      json: (secret) => `{"DT_TOKEN":"${secret}"}`,
      shell: (secret) =>
        `curl -H 'Authorization: Api-Token ${secret}' https://abc.live.dynatrace.com/api/v2/metrics`,
      prose: (secret) => `The operator logs ${secret} at startup.`,
    },
  },
  {
    name: 'Elastic API key',
    source:
      'https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-security-create-api-key',
    make: ({ chars }) =>
      Buffer.from(`${chars(base64Url, 20)}:${chars(base64Url, 22)}`).toString('base64'),
    write: {
      ini: (secret) => `elastic.api_key=${secret}\n`,
      yaml: (secret) =>
        `output.elasticsearch:\n  hosts: ["https://es:9200"]\n  api_key: "${secret}"\n`,
      json: (secret) => `{"id":"VuaCfGcBCdbkQm","name":"my-api-key","encoded":"${secret}"}`,
      shell: (secret) =>
        `curl -H "Authorization: ApiKey ${secret}" https://es:9200/_security/_authenticate`,
      prose: (secret) => `Kibana showed the encoded API key ${secret} once.`,
    },
  },
  {
    name: 'Grafana Cloud access policy token',
    source:
      'https://grafana.com/docs/grafana-cloud/security-and-account-management/authentication-and-permissions/access-policies/',
    make: ({ chars }) => `glc_eyJ${chars(alphanumeric, 120)}=`,
    write: {
      ini: (secret) => `[grafana_cloud]\ntoken = ${secret}\n`,
      yaml: (secret) => `basic_auth:\n  username: 12345\n  password: ${secret}\n`,
      json: (secret) => `{"GRAFANA_CLOUD":"${secret}"}`,
      shell: (secret) =>
        `curl -u "12345:${secret}" https://logs-prod-eu.grafana.net/loki/api/v1/labels`,
      prose: (secret) => `Alloy pushes to the stack with ${secret}, valid until March.`,
    },
  },
  {
    name: 'Grafana service account token',
    source: 'https://grafana.com/docs/grafana/latest/administration/service-accounts/',
    make: ({ chars }) => `glsa_${chars(alphanumeric, 32)}_${chars(hex, 8)}`,
    write: {
      ini: (secret) => `[grafana]\nauth = ${secret}\n`,
      yaml: (secret) => `apiVersion: 1\ngrafana:\n  apiKey: ${secret}\n`,
      json: (secret) => `{"id":7,"name":"grafana","key":"${secret}"}`,
      shell: (secret) =>
        `curl -H "Authorization: Bearer ${secret}" http://localhost:3000/api/dashboards/home`,
      prose: (secret) => `Terraform authenticates as ${secret} against Grafana.`,
    },
  },
  {
    name: 'Honeycomb ingest key',
    source: 'https://docs.honeycomb.io/configure/environments/manage-api-keys/',
    make: ({ chars }) => `hcaik_01${chars(`${base32.toLowerCase()}`, 56)}`,
    write: {
      ini: (secret) => `[honeycomb]\nwritekey = ${secret}\n`,
      yaml: (secret) =>
        `exporters:\n  otlp:\n    headers:\n      "x-honeycomb-team": "${secret}"\n`,
      json: (secret) => `{"honeycombApiKey":"${secret}"}`,
      shell: (secret) => `export OTEL_EXPORTER_OTLP_HEADERS="x-honeycomb-team=${secret}"`,
      prose: (secret) => `Honeycomb's ingest API key is ${secret} in production.`,
    },
  },
]
