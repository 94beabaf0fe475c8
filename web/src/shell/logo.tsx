import icon from '../icon.svg'

export const Logo = ({ size = 30 }: { size?: number }) => <img src={icon} width={size} height={size} alt="" />
