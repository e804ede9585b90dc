import type { SecretKind } from '../secret-kind.ts'
import { alphanumeric, base64UrlAlphabet, digits, hex, lines, lower } from './writing.ts'

const payPal: SecretKind = {
  name: 'PayPal client secret',
  source: 'https://developer.paypal.com/api/rest/authentication/',
  make: ({ chars }) => `E${chars(base64UrlAlphabet, 79)}`,
  write: {
    ini: (secret) =>
      lines('[paypal]', 'mode = live', 'client_id = AcmeShop', `client_secret = ${secret}`),
    yaml: (secret) =>
      lines('payment:', '  paypal:', '    clientId: AcmeShop', `    clientSecret: "${secret}"`),
    json: (secret) =>
      lines(
        '{',
        '  "client_id": "AcmeShop",',
        `  "client_secret": "${secret}",`,
        '  "scope": "openid"',
        '}',
      ),
    shell: (secret) =>
      lines(
        'curl -v -X POST "https://api-m.paypal.com/v1/oauth2/token" \\',
        `  -u "AcmeShop:${secret}" \\`,
        '  -d "grant_type=client_credentials"',
      ),
    prose: (secret) =>
      lines(
        'PayPal sandbox app "shop":',
        '  client id: AcmeShop',
        `  secret: ${secret}`,
        'Log in as buyer@acme.example.',
      ),
  },
}

const braintreeToken: SecretKind = {
  name: 'Braintree access token',
  source: 'https://developer.paypal.com/braintree/docs/guides/extend/oauth/access-tokens',
  make: ({ chars }) => `access_token$production$${chars(lower + digits, 16)}$${chars(hex, 32)}`,
  write: {
    ini: (secret) => lines('[payments]', 'provider=braintree', `gateway=${secret}`),
    yaml: (secret) => lines('braintree:', `  access_token: "${secret}"`, '  timeout: 30'),
    json: (secret) =>
      lines(`{"credentials":{"access_token":"${secret}","expires_at":"2036-01-01"}}`),
    shell: (secret) => lines(`export BRAINTREE_ACCESS_TOKEN='${secret}'`),
    prose: (secret) => lines(`The merchant connected, and we stored ${secret} for them.`),
  },
}

const shopify: SecretKind = {
  name: 'Shopify Admin API access token',
  source: 'https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens',
  make: ({ chars }) => `shpat_${chars(hex, 32)}`,
  write: {
    ini: (secret) => lines('[shopify]', 'store = acme.myshopify.com', `token = ${secret}`),
    yaml: (secret) => lines('development:', `  password: ${secret}`, '  store: acme.myshopify.com'),
    json: (secret) =>
      lines('{', `  "access_token": "${secret}",`, '  "scope": "write_orders,read_customers"', '}'),
    shell: (secret) =>
      lines(
        'curl -X GET "https://acme.myshopify.com/admin/api/2026-01/products.json" \\',
        `-H "X-Shopify-Access-Token: ${secret}"`,
      ),
    prose: (secret) =>
      lines(`the private app is gone, use ${secret} for acme.myshopify.com from now on`),
  },
}

const shopifySecret: SecretKind = {
  name: 'Shopify app client secret',
  source: 'https://shopify.dev/docs/apps/build/authentication-authorization/client-secrets',
  make: ({ chars }) => `shpss_${chars(hex, 32)}`,
  write: {
    ini: (secret) =>
      lines('SHOPIFY_API_KEY=acme', `SHOPIFY_API_SECRET=${secret}`, 'SCOPES=write_products'),
    yaml: (secret) => lines('shopify:', '  api_key: acme', `  shared_secret: '${secret}'`),
    json: (secret) => lines(`{"client_id":"acme","client_secret":"${secret}","code":"0907a61c"}`),
    shell: (secret) => lines(`SHOPIFY_API_SECRET=${secret} shopify app dev --reset`),
    prose: (secret) => lines(`HMAC validation fails with ${secret}; is that the right app?`),
  },
}

const square: SecretKind = {
  name: 'Square access token',
  source: 'https://developer.squareup.com/docs/build-basics/access-tokens',
  make: ({ chars }) => `EAAA${chars(base64UrlAlphabet, 60)}`,
  write: {
    ini: (secret) => lines('[square]', 'environment = production', `access_token = ${secret}`),
    yaml: (secret) => lines('square:', `  token: ${secret}`, '  location: LH2G9'),
    json: (secret) =>
      lines(
        '{',
        `  "access_token": "${secret}",`,
        '  "token_type": "bearer",',
        '  "merchant_id": "ML4D"',
        '}',
      ),
    shell: (secret) =>
      lines(
        'curl https://connect.squareup.com/v2/locations \\',
        "  -H 'Square-Version: 2026-01-21' \\",
        `  -H 'Authorization: Bearer ${secret}'`,
      ),
    prose: (secret) =>
      lines('Square production access token:', `> ${secret}`, 'Keep it out of git :)'),
  },
}

const stripeSecret: SecretKind = {
  name: 'Stripe secret key',
  source: 'https://docs.stripe.com/keys',
  make: ({ chars }) => `sk_live_51${chars(alphanumeric, 97)}`,
  write: {
    ini: (secret) =>
      lines(
        '[default]',
        'device_name = "laptop"',
        `live_mode_api_key = "${secret}"`,
        'display_name = "Acme"',
      ),
    yaml: (secret) => lines('stripe:', '  currency: eur', `  secret: ${secret}`),
    json: (secret) => lines('{', '  "Stripe": {', `    "SecretKey": "${secret}"`, '  }', '}'),
    shell: (secret) =>
      lines(
        'curl https://api.stripe.com/v1/charges \\',
        `  -u ${secret}: \\`,
        '  -d amount=2000 -d currency=eur',
      ),
    prose: (secret) => lines(`StripeAuthenticationError: Expired API Key provided: ${secret}`),
  },
}

const stripeRestricted: SecretKind = {
  name: 'Stripe restricted key',
  source: 'https://docs.stripe.com/keys/restricted-api-keys',
  make: ({ chars }) => `rk_live_51${chars(alphanumeric, 97)}`,
  write: {
    ini: (secret) => lines('; read only', '[billing]', `stripe_key=${secret}`),
    yaml: (secret) =>
      lines(
        'sources:',
        '  - name: stripe',
        '    start_date: 2025-01-01',
        `    client_secret: ${secret}`,
      ),
    json: (secret) => lines(`{"account":"acct_1","apiKey":"${secret}"}`),
    shell: (secret) => lines(`stripe customers list --api-key ${secret} --limit 3`),
    prose: (secret) =>
      lines(`For the report I made a key that can read invoices only (${secret}).`),
  },
}

const stripeWebhook: SecretKind = {
  name: 'Stripe webhook signing secret',
  source: 'https://docs.stripe.com/webhooks/signature',
  make: ({ chars }) => `whsec_${chars(alphanumeric, 32)}`,
  write: {
    ini: (secret) => lines('STRIPE_PUBLISHABLE=pk', `STRIPE_WEBHOOK_SECRET=${secret}`),
    yaml: (secret) => lines('stripe:', '  webhook:', `    signing_secret: ${secret}`),
    json: (secret) =>
      lines(
        '{',
        '  "object": "webhook_endpoint",',
        `  "secret": "${secret}",`,
        '  "status": "enabled"',
        '}',
      ),
    shell: (secret) => lines(`export ENDPOINT_SECRET="${secret}"`, 'node server.js'),
    prose: (secret) =>
      lines(
        `> Ready! Your webhook signing secret is ${secret} (^C to quit)`,
        '2026-01-11 --> charge.succeeded',
      ),
  },
}

const wooCommerce: SecretKind = {
  name: 'WooCommerce consumer secret',
  source: 'https://woocommerce.github.io/woocommerce-rest-api-docs/#authentication',
  make: ({ chars }) => `cs_${chars(hex, 40)}`,
  write: {
    ini: (secret) =>
      lines('[woocommerce]', 'url = https://shop.acme.example', `consumer_secret = ${secret}`),
    yaml: (secret) => lines('woo:', '  key: ck_acme', `  secret: ${secret}`),
    json: (secret) =>
      lines(
        '{',
        '  "key_id": 1,',
        '  "consumer_key": "ck_acme",',
        `  "consumer_secret": "${secret}"`,
        '}',
      ),
    shell: (secret) =>
      lines(`curl https://shop.acme.example/wp-json/wc/v3/orders -u ck_acme:${secret}`),
    prose: (secret) =>
      lines(
        '203.0.113.9 - - [11/Jan/2026:08:00:12 +0000]',
        `"GET /wp-json/wc/v3/orders?consumer_key=ck_acme&consumer_secret=${secret} HTTP/1.1" 200`,
      ),
  },
}

export const paymentKinds: readonly SecretKind[] = [
  payPal,
  braintreeToken,
  shopify,
  shopifySecret,
  square,
  stripeSecret,
  stripeRestricted,
  stripeWebhook,
  wooCommerce,
]
