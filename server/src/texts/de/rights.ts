/** What a role may do, as in "darf Aufträge nicht anlegen". */
export const rights: Readonly<Record<string, string>> = {
  read: 'lesen',
  create: 'anlegen',
  update: 'ändern',
  delete: 'löschen',
  submit: 'freigeben',
  cancel: 'stornieren',
  export: 'exportieren',
  override: 'übersteuern',
  manage: 'verwalten',
}
