interface Sample {
  /** The end of the key of its name. */
  readonly name: 'who' | 'list' | 'create'
  readonly code: string
}

/** Three sample requests: the user, a list, and a creation. */
export const samplesFor = (address: string): readonly Sample[] => [
  { name: 'who', code: `export KEY=ktk_live_…\ncurl ${address}/auth/me -H "X-API-Key: $KEY"` },
  {
    name: 'list',
    code: `curl -g '${address}/items?status=active&sellingPrice[gte]=100&sort=sellingPrice&order=desc' \\\n  -H "X-API-Key: $KEY"`,
  },
  {
    name: 'create',
    code: `curl ${address}/customers \\
  -H "X-API-Key: $KEY" -H 'Content-Type: application/json' -H 'Idempotency-Key: a-key-of-your-own' \\
  -d '{"name": "Nordlicht GmbH", "email": "office@nordlicht.example"}'`,
  },
]
