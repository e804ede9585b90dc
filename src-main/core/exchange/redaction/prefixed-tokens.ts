import type { TokenRule } from './gitleaks-rule.ts'

/**
 * Tokens by the prefix that their provider documents, where gitleaks has no rule, or one that only takes
 * a certain length. Each holds at least one digit.
 */
export const prefixedTokens: readonly TokenRule[] = [
  {
    id: 'underscore',
    keywords: ['_'],
    pattern:
      /(?<![A-Za-z0-9])(?:npm|d[oe][por]_v1|[sr]k_(?:live|test|prod)|sk|bkua|bkct|CCIPAT|CCIPRJ|dckr_[po]at|fig[dou]|hc[abx][a-z]{2}|lin_(?:api|oauth)|nf[pcou]|ntn|secret|ph[xs]|rnd|samsara|sq[uapb]|whsec|sbp|sb_secret|vc[pkair]|waka|zpka|napi|os_v2_(?:app|org)|pdl_(?:live|sdbx)_apikey|re|rpa|tfp|vtwn|tss|mdb_sa_sk|sntry[suz]|shp(?:at|ca|pa|ss|tka)|gl(?:sa|c)|pscale_(?:tkn|pw|oauth)|rubygems|shippo_(?:live|test)|duffel_(?:live|test)|snyk_(?:uat|sat)|ops|fo1|fm[12][ar]?|nvapi|pcsk|csk|gsk|hf|api_org|r8|lsv2|ls|rdme|pnu|sm_[aps]at|tok|pat|oat)_(?=[A-Za-z0-9+/=_-]{0,19}\d)[A-Za-z0-9][\w+/=-]{19,}/g,
    minEntropy: 3,
  },
  {
    id: 'dot',
    keywords: ['.'],
    pattern:
      /(?<![\w-])(?:dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]+\.)?\w{30,}|hv[sbr]\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|ya29\.[\w-]{20,}|sl\.[\w.-]{40,}|dt0[a-z]\d\d\.\w{20,}\.\w{40,}|[ps]k\.eyJ[\w-]{20,}\.[\w-]{10,}|pat\w{14}\.[0-9a-f]{40,}|[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,})/g,
    minEntropy: 3,
  },
  {
    id: 'dash',
    keywords: ['-'],
    pattern:
      /(?<![\w-])(?:gl(?:pat|ptt|dt|rt|rtr|cbt|soat|ft|imt|agent|oas|ffct|wt)|pypi|CFPAT|NR(?:AK|II|IQ|RA|AA|JS|BR)|PMAK|GOCSPX|tskey|sq0[a-z]{3}|xkeysib|FLWSECK|sk|xai|pplx|tvly|jina|nvapi|fc|e2b)[-_](?=[\w-]{0,30}\d)[\w-]{16,}/g,
    minEntropy: 3,
  },
  {
    id: 'uuid',
    keywords: ['sdk-', 'mob-', 'api-', 'pat-', 'key-'],
    pattern:
      /(?<![\w-])(?:(?:sdk|mob|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|pat-[a-z]{2}\d-[0-9a-f-]{36}|key-[0-9a-f]{32})/g,
    minEntropy: 3,
  },
  {
    id: 'letters',
    keywords: ['at', 'ez', 'api-', 'ltai', 'aqvn', 'oy2', 'cio', 'eaa'],
    pattern:
      /(?<![\w-])(?:ATATT3[\w=-]{40,}|AT(?:BB|CTT|STT)\w{24,}|EZ[AT]K[A-Za-z0-9]{50,}|API-[A-Z0-9]{26,}|LTAI[A-Za-z0-9]{16,}|AQVN[\w-]{30,}|oy2[a-z0-9]{43}|cio[A-Za-z0-9]{32}|EAA[A-Z][A-Za-z0-9]{60,})/g,
    minEntropy: 3,
  },
  {
    id: 'colon or slash',
    keywords: [':', '/'],
    pattern: /(?<![\w-])(?:1\/\/0[\w-]{40,}|AAAA[\w-]{7}:APA91b[\w-]{40,}|\d{8,11}:AA[\w-]{33,})/g,
    minEntropy: 3,
  },
]
