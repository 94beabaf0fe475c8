import { fold } from '../../model/text.ts'
import type { Customer } from '../../resources/customers/customers.resource.ts'
import { activityOf } from '../../resources/shared/activity.ts'
import { COUNTRIES, type Country } from './places.ts'
import { SeededRandom, wordsIn } from './seeded-random.ts'

const FIRST_NAMES = wordsIn(`
  Anna Jonas Marta Aisling Piotr Camille Luca Ingrid Owen Sofia Matteo Freya Hugo Lena Emil Nora Theo Clara Finn Elena
  Marek Julia Oscar Greta Paul Ida Simon Alma Leon Edith Bruno Vera Max Helena Tom Agnes Felix Rosa Karl Maja
`)

const FAMILY_NAMES = wordsIn(`
  Weber Lindqvist Byrne Kowalski Moreau Rossi Pohl Hansen Kessler Fournier Bianchi Nowak Berg Brandt Keller Dubois Conti
  Novak Visser Jansen Larsen Holm Frank Vogel Schubert Hartmann Lorenz Winter Sommer Engel Baumann Ritter Falk Sander
  Peters Dekker Mulder Bakker Laurent Mercier Girard Ferrari Greco Marino Wolski Zielinski Mazur Ekberg Nyberg Sandberg
  Fletcher Harding Morgan Whitfield Barlow Chapman Doyle Gallagher Sinclair Thornton
`)

/** What companies call themselves when they do not take the name of a person. */
const HOUSE_NAMES = wordsIn(`
  Nordlicht Albatros Meridian Kompass Horizont Phoenix Orion Polaris Atlas Delta Aurora Zenit Baltic Rhenus Alpina Vektor
  Novum Fortis Concordia Hansa Merkur Saturn Titania Arktis Corona Vesta Lumen Quadra Linea Terra
`)

const TRADES = wordsIn(`
  Metallbau Elektro Logistik Maschinenbau Holzbau Werkzeuge Technik Handel Industrie Energie Sanitär Montage Textil
  Engineering Supplies Trading Construction Systems Electric Packaging Foods Marine Automation Interiors Print Garden
  Mobility Robotics Optics Plastics
`)

const CLUBS = wordsIn('Werkstattverein Förderverein Segelclub Radverein Gemeinschaft Genossenschaft')

const SEED = 2
const TYPES = ['Company', 'Company', 'Company', 'Company', 'Individual', 'Association'] as const
const CREDIT_LIMITS = [null, 1000, 2500, 5000, 10_000, 15_000, 25_000, 50_000, 100_000]
const TERMS = [
  'Net 14',
  'Net 30',
  'Net 30',
  'Net 45',
  'Net 60',
  '2/10 Net 30',
  'EOM',
  'EOM+30',
  'COD',
  'Due on receipt',
]
const MAILBOXES = ['info', 'office', 'orders', 'purchasing', 'einkauf', 'accounts', 'hello']
const INACTIVE_PERCENT = 3
const ON_HOLD_PERCENT = 2

type Type = (typeof TYPES)[number]
export type NewCustomer = Omit<Customer, 'id' | 'updatedAt' | 'createdBy' | 'version' | 'balance'>

/** The customer of this number, the same in every run. The phone numbers and addresses do not exist. */
export function customerAt(number: number, createdAt: string): NewCustomer {
  const random = new SeededRandom(SEED, number)
  const country = random.one(COUNTRIES)
  const type = random.one(TYPES)
  const name = nameOf(type, country, random)
  const isActive = !random.percent(INACTIVE_PERCENT)
  return {
    name,
    email: `${random.one(MAILBOXES)}@${hostOf(name)}-${number}.example`,
    phone: `${country.dial} 555 ${String(random.below(1_000_000)).padStart(6, '0')}`,
    type,
    address: addressIn(country, random),
    creditLimit: type === 'Individual' ? null : random.one(CREDIT_LIMITS),
    creditHold: random.percent(ON_HOLD_PERCENT),
    paymentTerms: type === 'Individual' ? 'Due on receipt' : random.one(TERMS),
    language: null,
    taxId: type === 'Company' ? `${country.taxMark}${999_000_000 + random.below(1_000_000)}` : null,
    isActive,
    status: activityOf(isActive),
    createdAt,
  }
}

function nameOf(type: Type, { forms, towns }: Country, random: SeededRandom): string {
  const family = random.one(FAMILY_NAMES)
  if (type === 'Individual') return `${random.one(FIRST_NAMES)} ${family}`
  if (type === 'Association') return `${random.one(CLUBS)} ${random.one(towns).city} ${random.one(HOUSE_NAMES)}`
  const [trade, form] = [random.one(TRADES), random.one(forms)]
  if (random.percent(20)) return `${family} & ${random.one(FAMILY_NAMES)} ${trade} ${form}`
  return `${random.percent(50) ? random.one(HOUSE_NAMES) : family} ${trade} ${form}`
}

function addressIn({ code, streets, towns }: Country, random: SeededRandom): Customer['address'] {
  const { city, state, zip } = random.one(towns)
  return {
    street: `${random.one(streets)} ${1 + random.below(240)}`,
    city,
    state,
    zipCode: `${zip}${10 + random.below(90)}`,
    country: code,
  }
}

/** The first two words of a name, as they may stand in an address. */
const hostOf = (name: string): string => (fold(name.replaceAll('ł', 'l')).match(/[a-z]+/g) ?? []).slice(0, 2).join('-')
