import { wordsIn } from './lot.ts'

export const FIRST_NAMES = wordsIn(`
  Anna Jonas Marta Aisling Piotr Camille Luca Ingrid Owen Sofia Matteo Freya Hugo Lena Emil Nora Theo Clara Finn Elena
  Marek Julia Oscar Greta Paul Ida Simon Alma Leon Edith Bruno Vera Max Helena Tom Agnes Felix Rosa Karl Maja
`)

export const FAMILY_NAMES = wordsIn(`
  Weber Lindqvist Byrne Kowalski Moreau Rossi Pohl Hansen Kessler Fournier Bianchi Nowak Berg Brandt Keller Dubois Conti
  Novak Visser Jansen Larsen Holm Frank Vogel Schubert Hartmann Lorenz Winter Sommer Engel Baumann Ritter Falk Sander
  Peters Dekker Mulder Bakker Laurent Mercier Girard Ferrari Greco Marino Wolski Zielinski Mazur Ekberg Nyberg Sandberg
  Fletcher Harding Morgan Whitfield Barlow Chapman Doyle Gallagher Sinclair Thornton
`)

/** What companies call themselves when they do not take the name of a person. */
export const HOUSE_NAMES = wordsIn(`
  Nordlicht Albatros Meridian Kompass Horizont Phoenix Orion Polaris Atlas Delta Aurora Zenit Baltic Rhenus Alpina Vektor
  Novum Fortis Concordia Hansa Merkur Saturn Titania Arktis Corona Vesta Lumen Quadra Linea Terra
`)

export const TRADES = wordsIn(`
  Metallbau Elektro Logistik Maschinenbau Holzbau Werkzeuge Technik Handel Industrie Energie Sanitär Montage Textil
  Engineering Supplies Trading Construction Systems Electric Packaging Foods Marine Automation Interiors Print Garden
  Mobility Robotics Optics Plastics
`)

export const CLUBS = wordsIn('Werkstattverein Förderverein Segelclub Radverein Gemeinschaft Genossenschaft')
