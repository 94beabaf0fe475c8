import { wordsIn } from './seeded-random.ts'

/** One group of items: their names, units and purchase prices. */
export interface Shelf {
  readonly category: string
  /** Begins the codes of its items. */
  readonly code: string
  readonly type: 'Product' | 'Consumable' | 'Service'
  readonly uom: string
  readonly things: readonly string[]
  readonly materials: readonly string[]
  readonly sizes: readonly string[]
  readonly cost: { readonly from: number; readonly to: number }
}

export const QUALITIES = wordsIn(`
  angled compact heavy light slim wide narrow short long flat round square curved straight rigid flexible folding
  adjustable double single triple reinforced insulated sealed threaded slotted polished brushed coated smooth ribbed
  universal standard industrial professional precision portable rugged silent rapid modular hollow solid tapered twin
  offset inline vertical horizontal miniature oversized economy premium classic marine outdoor
`)

const METALS = wordsIn('steel stainless galvanised brass bronze copper aluminium titanium zinc nickel iron chrome')
const PLASTICS = wordsIn('nylon polyamide silicone rubber neoprene teflon vinyl acrylic polycarbonate carbon')
const NATURAL = wordsIn('beech oak birch leather cotton wool felt cork glass ceramic paper cardboard')
const TINTS = wordsIn('white black grey red blue green yellow orange silver anthracite ivory transparent')
const THREADS = wordsIn('M3 M4 M5 M6 M8 M10 M12 M14 M16 M20')
const LENGTHS = wordsIn('10mm 16mm 20mm 25mm 40mm 60mm 80mm 100mm 120mm 160mm 200mm')
const BORES = wordsIn('DN10 DN15 DN20 DN25 DN32 DN40 DN50 DN65 DN80')
const VOLUMES = wordsIn('50ml 100ml 250ml 400ml 500ml 750ml 1l 5l 10l 20l')
const POWERS = wordsIn('3W 5W 9W 15W 24W 60W 250W 400W 750W')
const CLOTHES = wordsIn('XS S M L XL XXL')
const PACKS = wordsIn('×2 ×5 ×10 ×25 ×50 ×100')

const shelf = (
  head: `${string}; ${string}; ${Shelf['type']}; ${string}; ${number}; ${number}`,
  materials: readonly string[],
  sizes: readonly string[],
  things: string,
): Shelf => {
  const [category, code, type, uom, from, to] = head.split('; ') as [
    string,
    string,
    Shelf['type'],
    string,
    string,
    string,
  ]
  return { category, code, type, uom, things: wordsIn(things), materials, sizes, cost: { from: +from, to: +to } }
}

export const SHELVES: readonly Shelf[] = [
  shelf(
    'Fasteners; FST; Product; Nos; 0.05; 4',
    METALS,
    THREADS,
    'bolt screw nut washer rivet stud pin anchor dowel clip',
  ),
  shelf(
    'Brackets; BRK; Product; Nos; 0.8; 25',
    METALS,
    LENGTHS,
    'bracket hinge angle mount plate corner joist hook rail',
  ),
  shelf('Bearings; BRG; Product; Nos; 2; 90', METALS, LENGTHS, 'bearing bushing sleeve roller spindle collar race'),
  shelf(
    'Drives; DRV; Product; Nos; 6; 240',
    METALS,
    LENGTHS,
    'gear sprocket pulley chain coupling flywheel shaft belt',
  ),
  shelf('Valves; VLV; Product; Nos; 4; 180', METALS, BORES, 'valve tap manifold regulator strainer flange nozzle'),
  shelf('Pumps; PMP; Product; Nos; 45; 900', METALS, POWERS, 'pump impeller compressor blower agitator dispenser'),
  shelf('Hoses; HOS; Product; m; 0.9; 30', PLASTICS, BORES, 'hose tube pipe duct fitting elbow reducer'),
  shelf('Seals; SEL; Product; Nos; 0.1; 15', PLASTICS, LENGTHS, 'seal gasket ring membrane packing cap grommet'),
  shelf(
    'Hand tools; HTL; Product; Nos; 3; 80',
    METALS,
    LENGTHS,
    'hammer chisel spanner wrench plier saw file mallet clamp rasp',
  ),
  shelf(
    'Power tools; PTL; Product; Nos; 35; 450',
    PLASTICS,
    POWERS,
    'drill grinder sander router planer screwdriver polisher',
  ),
  shelf(
    'Measuring; MSR; Product; Nos; 4; 320',
    METALS,
    LENGTHS,
    'caliper gauge ruler level protractor micrometer scale',
  ),
  shelf(
    'Electrical; ELC; Product; Nos; 0.6; 70',
    PLASTICS,
    POWERS,
    'switch socket relay fuse terminal transformer plug sensor',
  ),
  shelf('Cables; CBL; Product; m; 0.3; 12', TINTS, LENGTHS, 'cable wire cord conductor lead conduit'),
  shelf('Lighting; LGT; Product; Nos; 2; 140', TINTS, POWERS, 'lamp lantern spotlight bulb luminaire torch fixture'),
  shelf('Workwear; WRK; Product; Nos; 5; 95', TINTS, CLOTHES, 'jacket trousers overall vest shirt coat apron'),
  shelf('Safety; SAF; Product; Nos; 1; 60', TINTS, CLOTHES, 'gloves helmet goggles mask harness boots earmuffs'),
  shelf('Storage; STO; Product; Nos; 4; 260', NATURAL, LENGTHS, 'shelf crate drawer cabinet rack tray locker trolley'),
  shelf('Furniture; FRN; Product; Nos; 25; 600', NATURAL, LENGTHS, 'table chair bench stool desk cupboard partition'),
  shelf('Paints; PNT; Consumable; Can; 3; 75', TINTS, VOLUMES, 'paint primer varnish lacquer stain filler thinner'),
  shelf('Lubricants; LUB; Consumable; Can; 2; 60', TINTS, VOLUMES, 'oil grease lubricant coolant degreaser wax'),
  shelf('Adhesives; ADH; Consumable; Nos; 1; 35', TINTS, VOLUMES, 'glue adhesive sealant resin mastic hardener'),
  shelf('Packaging; PKG; Consumable; Pack; 0.5; 40', NATURAL, PACKS, 'carton envelope pouch pallet wrap label tape'),
  shelf('Abrasives; ABR; Consumable; Pack; 0.8; 45', TINTS, PACKS, 'disc sandpaper brush fleece whetstone sponge'),
  shelf(
    'Services; SRV; Service; Hour; 25; 95',
    METALS,
    PACKS,
    'assembly inspection repair calibration engraving cutting training',
  ),
]
