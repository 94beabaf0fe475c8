/** Where customers are: a country, what it calls companies and taxes, and some of its towns. */
export interface Country {
  readonly code: string
  readonly dial: string
  readonly forms: readonly string[]
  readonly taxMark: string
  readonly streets: readonly string[]
  readonly towns: readonly Town[]
}

export interface Town {
  readonly city: string
  readonly state: string
  /** The beginning of its postal codes; digits follow. */
  readonly zip: string
}

const country = (head: string, streets: string, towns: string): Country => {
  const [code = '', dial = '', taxMark = '', forms = ''] = head.split('; ')
  return {
    code,
    dial,
    taxMark,
    forms: forms.split(', '),
    streets: streets.split(', '),
    towns: towns.split(', ').map((town) => {
      const [city = '', state = '', zip = ''] = town.split('/')
      return { city, state, zip }
    }),
  }
}

export const COUNTRIES: readonly Country[] = [
  country(
    'DE; +49; DE; GmbH, AG, KG, e.K., GmbH & Co. KG',
    'Hafenstraße, Lindenallee, Bahnhofstraße, Marktplatz, Gartenweg, Mühlenweg, Schillerstraße',
    'Hamburg/Hamburg/204, Berlin/Berlin/109, Köln/Nordrhein-Westfalen/506, München/Bayern/803, Leipzig/Sachsen/041, Bremen/Bremen/281, Stuttgart/Baden-Württemberg/701, Kassel/Hessen/341',
  ),
  country(
    'AT; +43; ATU; GmbH, OG, KG',
    'Praterstraße, Museumstraße, Linzer Gasse, Hauptplatz, Kirchengasse',
    'Wien/Wien/10, Graz/Steiermark/80, Linz/Oberösterreich/40, Salzburg/Salzburg/50, Innsbruck/Tirol/60',
  ),
  country(
    'CH; +41; CHE-; AG, GmbH, Sàrl',
    'Langstrasse, Seefeldstrasse, Rue de Carouge, Bundesgasse, Rheinweg',
    'Zürich/Zürich/80, Basel/Basel-Stadt/40, Bern/Bern/30, Genève/Genève/12, Luzern/Luzern/60',
  ),
  country(
    'NL; +31; NL; B.V., N.V., V.O.F.',
    'Kinkerstraat, Stationsweg, Dorpsstraat, Molenlaan, Havenkade',
    'Amsterdam/Noord-Holland/10, Utrecht/Utrecht/35, Rotterdam/Zuid-Holland/30, Groningen/Groningen/97, Eindhoven/Noord-Brabant/56',
  ),
  country(
    'FR; +33; FR; SARL, SAS, SA',
    'Rue Oberkampf, Avenue Foch, Rue de la Gare, Place du Marché, Quai Sud',
    'Paris/Île-de-France/750, Lyon/Auvergne-Rhône-Alpes/690, Lille/Hauts-de-France/590, Nantes/Pays de la Loire/440, Bordeaux/Nouvelle-Aquitaine/330',
  ),
  country(
    'IT; +39; IT; S.r.l., S.p.A., S.n.c.',
    'Via Savona, Corso Roma, Via Garibaldi, Piazza Dante, Viale Europa',
    'Milano/Lombardia/201, Torino/Piemonte/101, Verona/Veneto/371, Bologna/Emilia-Romagna/401, Napoli/Campania/801',
  ),
  country(
    'PL; +48; PL; sp. z o.o., S.A.',
    'ul. Ruska, ul. Polna, ul. Długa, aleja Wolności, ul. Leśna',
    'Wrocław/Dolnośląskie/50-0, Gdańsk/Pomorskie/80-4, Kraków/Małopolskie/30-0, Poznań/Wielkopolskie/60-1',
  ),
  country(
    'SE; +46; SE; AB, HB',
    'Storgatan, Hornsgatan, Kungsgatan, Skolgatan, Ringvägen',
    'Stockholm/Stockholm/118 , Malmö/Skåne/214 , Göteborg/Västra Götaland/411 , Uppsala/Uppsala/753 ',
  ),
  country(
    'BE; +32; BE; BV, NV, SRL',
    'Brabantdam, Stationsstraat, Rue Neuve, Kerkstraat, Avenue Louise',
    'Bruxelles/Bruxelles-Capitale/10, Gent/Oost-Vlaanderen/90, Antwerpen/Antwerpen/20, Liège/Liège/40',
  ),
]
