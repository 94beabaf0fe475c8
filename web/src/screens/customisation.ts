import type { Icon } from '@tabler/icons-react'
import { type ComponentType, createContext, useContext } from 'react'
import { own } from '../../../server/src/model/keys/own.ts'
import type { Company } from '../api/me.ts'
import type { Resource, Row } from '../api/resources.ts'
import type { CellProps, InputProps } from '../fields/field-kind.ts'
import type { Labels } from '../i18n/labels.ts'
import type { NavigationGroup } from '../ui/page.ts'

export interface ListScreenProps {
  readonly resource: Resource
}

export interface RecordScreenProps {
  readonly resource: Resource
  readonly id: string
}

export interface FormScreenProps {
  readonly resource: Resource
  /** Undefined: a new record. */
  readonly id: string | undefined
}

/** What is shown beside a record that has been read. */
export interface PartProps {
  readonly resource: Resource
  readonly row: Row
}

export interface PartyPanelProps {
  readonly id: string
  /** By how much the document adds to what is open. */
  readonly more: number
}

/** A part of the view of a record, on a tab of its own. */
export interface Tab {
  /** In the address: `?tab=orders`. */
  readonly id: string
  /** The key of its name. */
  readonly name: string
  readonly Content: ComponentType<PartProps>
}

/** Where one resource differs from what follows from its declaration. Everything may be left out. */
export interface Customisation {
  readonly icon?: Icon
  readonly group?: NavigationGroup
  /** Not in the navigation and the palette: it is reached from elsewhere. */
  readonly isUnlisted?: true
  /** False hides it from users who could do nothing with it. */
  readonly isFor?: (resources: readonly Resource[]) => boolean
  /** What one record is called, where no field of it says so. */
  readonly heading?: (row: Row, labels: Labels) => string
  /** The same as a hook, where the names of other records are part of it. */
  readonly useHeading?: (row: Row) => string | undefined
  /** Paths of the fields that a list shows until the user chooses others. */
  readonly columns?: readonly string[]
  /** Cells of lists and views, by path. */
  readonly cells?: Readonly<Record<string, ComponentType<CellProps>>>
  /** Inputs of forms, by path. */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>
  /** What a new record begins with, by the settings of the company. */
  readonly defaults?: (company: Company) => Readonly<Record<string, unknown>>
  /** Fields that the generic form or view leaves out. */
  readonly hiddenFields?: readonly string[]
  /** Fields that only the view leaves out, because a panel or tab shows them. */
  readonly shownElsewhere?: readonly string[]
  /** Buttons in the head of the generic list. */
  readonly ListActions?: ComponentType<ListScreenProps>
  /** Instead of the generic screens. Give them as `lazy(() => import(…))`. */
  readonly List?: ComponentType<ListScreenProps>
  readonly View?: ComponentType<RecordScreenProps>
  readonly Form?: ComponentType<FormScreenProps>
  /** Added to the generic view: buttons in its head, cards above and below the fields, tabs. */
  readonly Actions?: ComponentType<PartProps>
  /** Entries of its menu of further actions. */
  readonly MenuItems?: ComponentType<PartProps>
  readonly Summary?: ComponentType<PartProps>
  readonly Panels?: ComponentType<PartProps>
  readonly tabs?: readonly Tab[]
  /** `Actions` has a button that deletes a record; neither the menu of its page nor a list offers it. */
  readonly hasOwnRemoval?: true
  /** Beside a document that is being written for this party: what the user should know before. */
  readonly PartyPanel?: ComponentType<PartyPanelProps>
  /** Of a document that is made from another one: the fields that are asked for beside its lines, and a key for its button. */
  readonly askedOfParts?: readonly string[]
  readonly makingKey?: string
  /** Below a value that is shown once: how it is used. */
  readonly Usage?: ComponentType<PartProps>
}

export type Customisations = Readonly<Record<string, Customisation>>

export const CustomisationsContext = createContext<Customisations>({})

const NONE: Customisation = {}

export const useCustomisation = (resource: string): Customisation =>
  own(useContext(CustomisationsContext), resource) ?? NONE
