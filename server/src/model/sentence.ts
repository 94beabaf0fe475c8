/** `sellingPrice` → "Selling price", `isActive` → "Active", `on_hold` → "On hold", `sales-orders` → "Sales orders". */
export function sentence(name: string): string {
  const words = name
    .replace(/^is(?=[A-Z])/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
