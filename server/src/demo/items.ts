import type { Input } from '../model/resource.ts'
import type { items } from '../resources/items/items.resource.ts'

export type DemoItem = Input<typeof items>

interface Section extends Required<Pick<DemoItem, 'category' | 'itemType' | 'uom'>> {
  readonly taxRate?: number
  readonly isActive?: false
  readonly lines: readonly Line[]
}

type Line = readonly [
  code: string,
  name: string,
  costPrice: number,
  sellingPrice: number,
  reorderLevel?: number,
  reorderQty?: number,
  description?: string,
]

const STANDARD_TAX_RATE = 19
const BOOK_TAX_RATE = 7

/** The stock of a wholesaler of bicycle parts, as sections of a catalogue. Prices are net, in euros. */
const sections: readonly Section[] = [
  {
    category: 'Drivetrain',
    itemType: 'Product',
    uom: 'Nos',
    lines: [
      ['CHN-08', 'Chain 8-speed, 116 links', 6.4, 12.9, 40, 120, 'Steel, phosphated. With quick link.'],
      ['CHN-09', 'Chain 9-speed, 116 links', 8.1, 16.5, 40, 120, 'Nickel plated. With quick link.'],
      ['CHN-10', 'Chain 10-speed, 116 links', 11.2, 21.9, 30, 100, 'Nickel plated. With quick link.'],
      ['CHN-11', 'Chain 11-speed, 118 links', 14.6, 28.5, 30, 100, 'Hollow pins, nickel plated. With quick link.'],
      ['CHN-12', 'Chain 12-speed, 126 links', 21.8, 41.9, 20, 60, 'Low-friction coating. With quick link.'],
      ['CHN-E1', 'E-bike chain 1/8", 128 links', 13.9, 27.5, 25, 80, 'Reinforced pins, rust-proof coating.'],
      ['CAS-0811', 'Cassette 8-speed, 11–32', 9.7, 19.9, 15, 40],
      ['CAS-0911', 'Cassette 9-speed, 11–34', 14.3, 27.9, 15, 40],
      ['CAS-1011', 'Cassette 10-speed, 11–36', 22.5, 42.5, 12, 30],
      ['CAS-1111', 'Cassette 11-speed, 11–42', 36.4, 64.9, 10, 25],
      ['CAS-1210', 'Cassette 12-speed, 10–51', 68.2, 119, 6, 15],
      ['CRK-170', 'Crankset 46/30, 170 mm, hollow axle', 54.5, 96, 6, 12],
      ['CRK-E165', 'E-bike crank arms 165 mm, ISIS, pair', 18.2, 36.9, 8, 20],
      ['BBT-BSA68', 'Bottom bracket BSA 68 mm, external cups', 12.8, 25.5, 15, 40],
      ['BBT-SQ113', 'Bottom bracket square taper 113 mm', 8.9, 17.9, 20, 50],
      ['DER-R09', 'Rear derailleur 9-speed, long cage', 19.4, 36.5, 8, 20],
      ['DER-R11', 'Rear derailleur 11-speed, clutch', 43.2, 76.9, 6, 15],
      ['DER-HNG1', 'Derailleur hanger, type 1', 3.1, 9.5, 20, 60, 'Forged aluminium, with bolts.'],
      ['SHF-R11', 'Shift lever right, 11-speed', 22.7, 41.5, 6, 15],
    ],
  },
  {
    category: 'Brakes',
    itemType: 'Product',
    uom: 'Nos',
    lines: [
      ['BRK-HYF', 'Hydraulic disc brake front, 1000 mm', 32.6, 59.9, 8, 20, 'Two pistons, filled and bled.'],
      ['BRK-HYR', 'Hydraulic disc brake rear, 1700 mm', 34.1, 62.9, 8, 20, 'Two pistons, filled and bled.'],
      ['BRK-4PF', 'Four-piston disc brake front, 1000 mm', 64.8, 112, 4, 10],
      ['ROT-160', 'Brake rotor 160 mm, six-bolt', 7.2, 14.9, 25, 60],
      ['ROT-180', 'Brake rotor 180 mm, six-bolt', 8.4, 16.9, 25, 60],
      ['ROT-180C', 'Brake rotor 180 mm, centre lock', 13.6, 26.5, 15, 40],
      ['ROT-203', 'Brake rotor 203 mm, six-bolt', 10.1, 19.9, 15, 40],
      ['BRK-CLPR', 'Mechanical disc brake calliper, road', 21.9, 39.5, 6, 15],
    ],
  },
  {
    category: 'Brakes',
    itemType: 'Product',
    uom: 'Pair',
    lines: [
      ['PAD-OR2', 'Brake pads organic, two-piston', 2.9, 8.9, 60, 200],
      ['PAD-ME2', 'Brake pads sintered, two-piston', 3.8, 11.5, 50, 150],
      ['PAD-ME4', 'Brake pads sintered, four-piston', 5.2, 14.9, 30, 100],
      ['SHO-V72', 'Rim brake shoes 72 mm, cartridge', 2.4, 6.9, 60, 200],
      ['BRK-VBR', 'V-brake arms with pads, black', 9.6, 18.9, 10, 30],
    ],
  },
  {
    category: 'Wheels and tyres',
    itemType: 'Product',
    uom: 'Nos',
    lines: [
      ['TYR-2837', 'Tyre 37-622 city, puncture protection', 9.8, 19.9, 30, 80, 'Reflective side wall.'],
      ['TYR-2842', 'Tyre 42-622 trekking, puncture protection', 12.4, 24.9, 30, 80, 'Reflective side wall.'],
      ['TYR-2850', 'Tyre 50-622 e-bike, rated to 50 km/h', 17.6, 33.9, 20, 60],
      ['TYR-2928', 'Tyre 28-622 road, folding', 18.9, 36.5, 15, 40],
      ['TYR-G40', 'Tyre 40-622 gravel, tubeless ready', 21.3, 39.9, 15, 40],
      ['TYR-M29', 'Tyre 60-622 mountain, tubeless ready', 24.7, 46.5, 12, 30],
      ['TYR-K20', 'Tyre 47-406 child bicycle', 5.3, 11.5, 15, 40],
      ['TUB-28A', 'Inner tube 28", car valve', 1.9, 5.5, 120, 400],
      ['TUB-28S', 'Inner tube 28", presta valve 42 mm', 1.8, 5.5, 120, 400],
      ['TUB-29S', 'Inner tube 29", presta valve 42 mm', 2.1, 5.9, 80, 250],
      ['TUB-20A', 'Inner tube 20", car valve', 1.6, 4.9, 60, 200],
      ['WHL-F28D', 'Front wheel 28", hub dynamo, disc', 62.5, 109, 4, 10],
      ['WHL-R28D', 'Rear wheel 28", 11-speed freehub, disc', 71.4, 124, 4, 10],
      ['RIM-622D', 'Rim 622-21, 32 holes, disc', 17.8, 34.5, 10, 30],
      ['HUB-F100', 'Front hub, 32 holes, quick release', 11.7, 22.9, 8, 20],
      ['HUB-DYN3', 'Hub dynamo 6 V 3 W, disc', 38.9, 69.5, 6, 15],
    ],
  },
  {
    category: 'Cockpit and saddles',
    itemType: 'Product',
    uom: 'Nos',
    lines: [
      ['HBR-T640', 'Trekking handlebar 640 mm, 31.8', 9.9, 21.5, 8, 20],
      ['HBR-R420', 'Road handlebar 420 mm, 31.8', 16.4, 32.9, 6, 15],
      ['STM-90', 'Stem 90 mm, 6°, 31.8', 8.8, 18.9, 8, 20],
      ['STM-ADJ', 'Stem adjustable 0–60°, 110 mm', 14.2, 28.5, 6, 15],
      ['HDS-118', 'Headset 1 1/8" semi-integrated', 10.6, 21.9, 10, 25],
      ['SDP-272', 'Seat post 27.2 × 350 mm', 9.3, 19.5, 10, 25],
      ['SDP-316', 'Seat post 31.6 × 400 mm, suspension', 31.8, 57.9, 6, 15],
      ['SDP-DRP', 'Dropper post 31.6, 150 mm travel', 84, 149, 3, 6],
      ['SDL-CTY', 'City saddle with gel, unisex', 13.7, 27.9, 12, 30],
      ['SDL-SPT', 'Sport saddle 143 mm', 19.8, 39.9, 8, 20],
      ['BEL-BRS', 'Bell, brass', 4.6, 11.9, 20, 60],
    ],
  },
  {
    category: 'Cockpit and saddles',
    itemType: 'Product',
    uom: 'Pair',
    lines: [
      ['GRP-ERG', 'Grips ergonomic, lock-on', 8.4, 18.9, 20, 60],
      ['GRP-FOAM', 'Grips foam, 130 mm', 2.2, 5.9, 25, 80],
      ['PDL-CTY', 'Pedals city, non-slip, reflectors', 6.9, 14.9, 20, 60],
      ['PDL-MTB', 'Pedals mountain, steel pins', 15.8, 31.9, 10, 25],
    ],
  },
  {
    category: 'Cockpit and saddles',
    itemType: 'Product',
    uom: 'Roll',
    lines: [['TAP-CRK', 'Handlebar tape, cork', 5.4, 12.9, 20, 60]],
  },
  {
    category: 'Lighting and electrics',
    itemType: 'Product',
    uom: 'Nos',
    lines: [
      ['LGT-F60', 'Headlight 60 lux, dynamo', 18.7, 36.9, 10, 30, 'Approved for road use, with parking light.'],
      ['LGT-F100', 'Headlight 100 lux, e-bike 12 V', 34.5, 62.5, 8, 20],
      ['LGT-R1', 'Rear light, dynamo, parking light', 8.6, 17.9, 15, 40],
      ['LGT-SET', 'Battery light set, USB-C', 15.2, 31.9, 15, 40],
      ['BAT-500', 'E-bike battery 36 V 500 Wh, down tube', 298, 449, 2, 4, 'Dangerous goods: ships by road only.'],
      ['BAT-CHG4', 'E-bike charger 36 V 4 A', 62, 104, 3, 8],
      ['CMP-W12', 'Cycle computer, wireless, 12 functions', 14.9, 29.5, 8, 20],
      ['REF-SPK', 'Spoke reflectors, 36 clips', 2.6, 6.9, 25, 80],
      ['CBL-LGT', 'Lighting cable, two-core, 1.8 m', 1.1, 3.9, 30, 100],
    ],
  },
  {
    category: 'Tools',
    itemType: 'Product',
    uom: 'Nos',
    lines: [
      ['TOL-STND', 'Repair stand, professional, 55 kg', 148, 239, 2, 4],
      ['TOL-TRQ', 'Torque wrench 2–24 Nm, 1/4"', 46.8, 84.9, 3, 8],
      ['TOL-CHN', 'Chain tool, 1 to 12-speed', 14.1, 27.9, 6, 15],
      ['TOL-CASS', 'Cassette tool with guide pin', 6.7, 14.5, 8, 20],
      ['TOL-WHP', 'Chain whip', 8.3, 17.5, 6, 15],
      ['TOL-BLD', 'Bleed kit for hydraulic brakes', 18.6, 36.9, 5, 12],
      ['TOL-TRU', 'Wheel truing stand', 96, 164, 2, 4],
      ['TOL-SPK', 'Spoke key, 3.2 / 3.3 / 3.5 mm', 3.9, 9.9, 10, 30],
      ['TOL-PMP', 'Floor pump with gauge, 11 bar', 19.5, 38.5, 6, 15],
      ['TOL-GAU', 'Chain wear gauge', 4.4, 10.9, 10, 30],
    ],
  },
  {
    category: 'Tools',
    itemType: 'Product',
    uom: 'Set',
    lines: [
      ['TOL-HEX9', 'Hex keys 1.5–10 mm, 9 pieces', 9.2, 19.9, 8, 20],
      ['TOL-LEV3', 'Tyre levers, 3 pieces', 1.2, 3.9, 40, 120],
    ],
  },
  {
    category: 'Tools',
    itemType: 'Product',
    uom: 'Nos',
    taxRate: BOOK_TAX_RATE,
    lines: [
      ['BOK-WRK', 'Workshop manual: bicycle repair', 21, 34.5, 3, 10, 'Book, 412 pages, wire-bound.'],
      ['BOK-EBK', 'Workshop manual: e-bike diagnostics', 26, 42, 3, 10, 'Book, 286 pages, wire-bound.'],
    ],
  },
  {
    category: 'Lubricants and care',
    itemType: 'Consumable',
    uom: 'Bottle',
    lines: [
      ['LUB-WET', 'Chain oil, wet conditions, 100 ml', 2.3, 6.9, 40, 120],
      ['LUB-DRY', 'Chain wax, dry conditions, 100 ml', 3.4, 9.5, 40, 120],
      ['CLN-BIO', 'Bicycle cleaner, biodegradable, 1 l', 3.6, 8.9, 30, 90],
      ['DOT-51', 'Brake fluid DOT 5.1, 250 ml', 4.7, 10.9, 12, 40],
      ['MIN-OIL', 'Mineral oil for brakes, 500 ml', 7.4, 15.9, 12, 40],
      ['SLT-500', 'Tubeless sealant, 500 ml', 8.9, 18.9, 15, 50],
    ],
  },
  {
    category: 'Lubricants and care',
    itemType: 'Consumable',
    uom: 'Tube',
    lines: [
      ['GRS-ASM', 'Assembly grease, 150 g', 3.1, 7.9, 25, 80],
      ['GRS-CRB', 'Carbon assembly paste, 50 g', 2.8, 7.5, 15, 50],
    ],
  },
  {
    category: 'Lubricants and care',
    itemType: 'Consumable',
    uom: 'Can',
    lines: [
      ['SPR-CNT', 'Contact spray for e-bikes, 300 ml', 4.2, 9.9, 15, 50],
      ['SPR-BRK', 'Brake cleaner, 500 ml', 2.1, 5.5, 40, 120],
    ],
  },
  {
    category: 'Small parts',
    itemType: 'Consumable',
    uom: 'Box',
    lines: [
      ['CBL-SHF', 'Shift cables 1.2 mm, box of 50', 24, 44.5, 4, 10],
      ['CBL-BRK', 'Brake cables 1.5 mm, box of 50', 27.5, 49.5, 4, 10],
      ['FER-050', 'Cable end caps, box of 500', 4.8, 11.9, 4, 10],
      ['BLT-M5', 'Bolts M5 × 16, stainless, box of 100', 6.2, 13.5, 5, 15],
      ['PTC-100', 'Repair patches, box of 100', 7.9, 16.9, 5, 15],
      ['SPK-264', 'Spokes 264 mm, stainless, box of 100', 19.4, 36.9, 6, 20],
      ['SPK-292', 'Spokes 292 mm, stainless, box of 100', 19.4, 36.9, 6, 20],
    ],
  },
  {
    category: 'Small parts',
    itemType: 'Consumable',
    uom: 'Metre',
    lines: [
      ['HSG-SHF', 'Shift housing 4 mm, black', 0.62, 1.45, 200, 500],
      ['HSG-BRK', 'Brake housing 5 mm, black', 0.58, 1.35, 200, 500],
      ['HSE-HYD', 'Hydraulic brake hose 5 mm', 1.85, 4.2, 60, 200],
    ],
  },
  {
    category: 'Small parts',
    itemType: 'Consumable',
    uom: 'Nos',
    lines: [
      ['LNK-11', 'Quick link 11-speed', 0.95, 2.9, 60, 200],
      ['LNK-12', 'Quick link 12-speed', 1.4, 3.9, 40, 150],
      ['RTP-622', 'Rim tape 22-622, cloth', 0.7, 2.4, 50, 150],
    ],
  },
  {
    category: 'Workshop services',
    itemType: 'Service',
    uom: 'Hour',
    lines: [
      ['SVC-MECH', 'Mechanic, on site', 31, 58],
      ['SVC-EBIKE', 'E-bike technician, on site', 38, 74],
    ],
  },
  {
    category: 'Workshop services',
    itemType: 'Service',
    uom: 'Nos',
    lines: [
      ['SVC-WHL', 'Wheel building, per wheel', 16, 32],
      ['SVC-TRUE', 'Wheel truing, per wheel', 7.5, 15],
      ['SVC-BLD', 'Bleeding of one hydraulic brake', 9, 19.5],
      ['SVC-DIAG', 'E-bike diagnosis with report', 14, 29],
      ['SVC-TRAIN', 'Workshop training, one day, up to 8 people', 420, 890],
      ['SVC-SHIP', 'Shipping, parcel up to 30 kg', 5.9, 8.9],
      ['SVC-PAL', 'Shipping, pallet', 62, 84],
    ],
  },
  {
    category: 'Drivetrain',
    itemType: 'Product',
    uom: 'Nos',
    isActive: false,
    lines: [['CHN-07', 'Chain 7-speed, 114 links (discontinued)', 5.1, 9.9]],
  },
]

export const demoItems: readonly DemoItem[] = sections.flatMap(({ lines, taxRate = STANDARD_TAX_RATE, ...shared }) =>
  lines.map(([itemCode, itemName, costPrice, sellingPrice, reorderLevel = 0, reorderQty = 0, description]) => ({
    ...shared,
    ...{ itemCode, itemName, costPrice, sellingPrice, taxRate, reorderLevel, reorderQty },
    ...(description && { description }),
  })),
)
