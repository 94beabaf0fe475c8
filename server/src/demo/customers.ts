import type { Input } from '../model/resource.ts'
import type { customers } from '../resources/customers/customers.resource.ts'

export type DemoCustomer = Input<typeof customers>

// An address book, two lines a customer: name, e-mail, phone and perhaps tax id; then street, postal code, city, state,
// country, payment terms and perhaps credit limit. All of it is made up; the phone numbers and addresses do not exist.

const companies = `
Nordlicht Fahrräder GmbH; einkauf@nordlicht.example; +49 40 66969 101; DE999000101
  Hafenstraße 12; 20457; Hamburg; Hamburg; DE; Net 30; 15000
Radhaus Eimsbüttel; info@radhaus-eimsbuettel.example; +49 40 66969 115; DE999000102
  Osterstraße 88; 20259; Hamburg; Hamburg; DE; Net 14; 4000
Zweirad Kessler e.K.; kessler@zweirad-kessler.example; +49 221 4710 120; DE999000103
  Venloer Straße 241; 50823; Köln; Nordrhein-Westfalen; DE; Net 30; 8000
Spreewerk Lastenrad GmbH; bestellung@spreewerk.example; +49 30 23125 044; DE999000104
  Köpenicker Straße 16; 10997; Berlin; Berlin; DE; 2/10 Net 30; 25000
Kurbel & Kette; hallo@kurbelundkette.example; +49 30 23125 067; DE999000105
  Boxhagener Straße 73; 10245; Berlin; Berlin; DE; Net 14; 3000
Isarvelo Sporthandel GmbH; einkauf@isarvelo.example; +49 89 99998 210; DE999000106
  Lindwurmstraße 120; 80337; München; Bayern; DE; Net 30; 12000
Allgäu Bike Center; service@allgaeubike.example; +49 89 99998 233; DE999000107
  Füssener Straße 4; 87435; Kempten; Bayern; DE; Net 30; 9000
Mainrad Werkstatt eG; werkstatt@mainrad.example; +49 69 90009 310; DE999000108
  Berger Straße 155; 60385; Frankfurt am Main; Hessen; DE; EOM; 5000
Fahrradhof Dresden; info@fahrradhof.example; +49 30 23125 081; DE999000109
  Louisenstraße 30; 01099; Dresden; Sachsen; DE; Net 14; 3500
Stadtrad Leipzig Verleih GmbH; technik@stadtrad.example; +49 30 23125 092; DE999000110
  Karl-Heine-Straße 50; 04229; Leipzig; Sachsen; DE; Net 45; 30000
Küstenrad Rostock; laden@kuestenrad.example; +49 40 66969 164; DE999000111
  Doberaner Straße 21; 18057; Rostock; Mecklenburg-Vorpommern; DE; Net 14; 2500
Neckar Cycles GmbH; orders@neckarcycles.example; +49 69 90009 352; DE999000112
  Neckarstraße 9; 70190; Stuttgart; Baden-Württemberg; DE; Net 30; 10000
Donauradler Handels GmbH; office@donauradler.example; +43 1 5550 140; ATU99900013
  Praterstraße 33; 1020; Wien; Wien; AT; Net 30; 9000
Bergrad Innsbruck; shop@bergrad.example; +43 512 5550 12; ATU99900014
  Museumstraße 8; 6020; Innsbruck; Tirol; AT; Net 30; 6000
Salzkammer Bikes KG; info@salzkammerbikes.example; +43 662 5550 27; ATU99900015
  Linzer Gasse 41; 5020; Salzburg; Salzburg; AT; Net 14; 4500
Velo Limmat AG; einkauf@velolimmat.example; +41 44 555 01 30; CHE-999.000.116
  Langstrasse 112; 8004; Zürich; Zürich; CH; Net 30; 18000
Atelier du Vélo Sàrl; commandes@atelierduvelo.example; +41 22 555 01 44; CHE-999.000.117
  Rue de Carouge 57; 1205; Genève; Genève; CH; Net 30; 7000
Fietsenmakerij De Spaak; inkoop@despaak.example; +31 20 555 0118; NL999000118B01
  Kinkerstraat 204; 1053 EM; Amsterdam; Noord-Holland; NL; Net 14; 6000
Tweewieler Utrecht B.V.; info@tweewieler.example; +31 30 555 0127; NL999000119B01
  Amsterdamsestraatweg 19; 3513 AA; Utrecht; Utrecht; NL; Net 30; 14000
Polder Rijwielen; bestel@polderrijwielen.example; +31 50 555 0133; NL999000120B01
  Nieuwe Ebbingestraat 62; 9712 NN; Groningen; Groningen; NL; Net 30; 5000
Pignon Fixe SPRL; atelier@pignonfixe.example; +32 2 555 01 21; BE0999000121
  Chaussée d’Ixelles 190; 1050; Bruxelles; Bruxelles-Capitale; BE; Net 30; 5500
Fietspunt Gent; werkplaats@fietspunt.example; +32 9 555 01 35; BE0999000122
  Brabantdam 77; 9000; Gent; Oost-Vlaanderen; BE; Net 14; 3000
Nørrebro Cykler ApS; indkob@norrebrocykler.example; +45 55 50 12 30; DK99900123
  Elmegade 14; 2200; København; Hovedstaden; DK; EOM+30; 16000
Aarhus Ladcykel; post@ladcykel.example; +45 55 50 12 46; DK99900124
  Jægergårdsgade 51; 8000; Aarhus; Midtjylland; DK; Net 14; 5000
Cykelfabriken Malmö AB; order@cykelfabriken.example; +46 40 555 01 25; SE999000012501
  Möllevångsgatan 36; 214 20; Malmö; Skåne; SE; Net 30; 11000
Fjellhjul AS; innkjop@fjellhjul.example; +47 55 50 12 60; NO999000126MVA
  Nygårdsgaten 5; 5015; Bergen; Vestland; NO; Net 30; 9500
La Roue Libre SARL; achats@rouelibre.example; +33 1 99 00 12 70; FR99999000127
  Rue Oberkampf 98; 75011; Paris; Île-de-France; FR; Net 45; 13000
Cycles des Traboules; bonjour@traboules.example; +33 4 99 00 12 82; FR99999000128
  Montée de la Grande Côte 22; 69001; Lyon; Auvergne-Rhône-Alpes; FR; Net 30; 4000
Officina Due Ruote S.r.l.; ordini@dueruote.example; +39 02 5550 0129; IT99900001290
  Via Savona 67; 20144; Milano; Lombardia; IT; EOM+30; 12000
Cicli Bellavista; info@ciclibellavista.example; +39 045 5550 130; IT99900001308
  Via San Nazaro 18; 37129; Verona; Veneto; IT; Net 30; 3500
Rowerownia Wrocław sp. z o.o.; zakupy@rowerownia.example; +48 71 555 01 31; PL9990000131
  ul. Ruska 46; 50-079; Wrocław; Dolnośląskie; PL; Net 14; 8000
Dwa Kółka Gdańsk; sklep@dwakolka.example; +48 58 555 01 32; PL9990000132
  ul. Wajdeloty 12; 80-437; Gdańsk; Pomorskie; PL; Net 14; 3000
Kolo Vinohrady s.r.o.; objednavky@kolovinohrady.example; +420 255 500 133; CZ99900133
  Mánesova 28; 120 00; Praha; Praha; CZ; Net 30; 6500
Taller Pedal, S.L.; compras@tallerpedal.example; +34 93 555 01 34; ESB99900134
  Carrer de Sants 143; 08028; Barcelona; Cataluña; ES; Net 30; 7000
Spoke & Thistle Ltd; accounts@spokeandthistle.example; +44 131 496 0135; GB999000135
  Leith Walk 212; EH6 5EA; Edinburgh; Scotland; GB; Net 30; 10000
Freewheel Bristol CIC; hello@freewheelbristol.example; +44 117 496 0136
  Gloucester Road 305; BS7 8PE; Bristol; England; GB; Net 14; 2500
`

const associations = `
Fahrradselbsthilfe Altona e.V.; post@selbsthilfe-altona.example; +49 40 66969 140
  Große Bergstraße 160; 22767; Hamburg; Hamburg; DE; Net 14; 1000
`

/** They come with their own bicycle and pay at the counter. */
const individuals = `
Marta Lindqvist; marta.lindqvist@mail.example; +46 70 555 01 37
  Hornsgatan 84; 118 21; Stockholm; Stockholm; SE; Due on receipt
Jonas Pohl; jonas.pohl@mail.example; +49 40 66969 138
  Marktstraße 5; 20357; Hamburg; Hamburg; DE; Due on receipt
Aisling Byrne; aisling.byrne@mail.example; +353 1 555 0139
  Camden Street Lower 40; D02 XE80; Dublin; Leinster; IE; Due on receipt
`

const onHold = `
Bahnhofsrad Service UG; buchhaltung@bahnhofsrad.example; +49 221 4710 141; DE999000141
  Breslauer Platz 2; 50668; Köln; Nordrhein-Westfalen; DE; COD; 2000
`

const retired = `
Velodrom Handels GmbH i.L.; abwicklung@velodrom.example; +49 30 23125 142; DE999000142
  Paul-Heyse-Straße 26; 10407; Berlin; Berlin; DE; COD
`

export const demoCustomers: readonly DemoCustomer[] = [
  ...read(companies, { type: 'Company' }),
  ...read(associations, { type: 'Association' }),
  ...read(individuals, { type: 'Individual' }),
  ...read(onHold, { type: 'Company', creditHold: true }),
  ...read(retired, { type: 'Company', isActive: false }),
]

function read(book: string, shared: Partial<DemoCustomer>): DemoCustomer[] {
  const lines = book.trim().split('\n')
  return lines.flatMap((line, index) =>
    index % 2 === 0 ? [{ ...customerOf(line, lines[index + 1]!), ...shared }] : [],
  )
}

function customerOf(first: string, second: string): DemoCustomer {
  const [name = '', email = '', phone = '', taxId = null] = first.split('; ')
  const [street = '', zipCode = '', city = '', state = '', country = '', paymentTerms = '', limit] = second
    .trim()
    .split('; ')
  const address = { street, city, state, zipCode, country }
  return { name, email, phone, address, creditLimit: limit ? Number(limit) : null, paymentTerms, taxId }
}
