/** The closed list of icons (visual language, section 7). Named re-exports: what a page does not name is left out of its bundle. */
export {
  Archive, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Bell, BookOpen, CalendarDays, Check, ChevronDown, ChevronLeft, ChevronRight, ChevronUp,
  ChevronsUpDown, CircleAlert, CircleCheck, CircleHelp, ClipboardList, Clock, CloudCheck, CloudOff, CloudUpload, Eye, EyeOff, FileDown,
  FingerprintPattern, FlaskConical, HandHelping, HeartPulse, Hourglass, House, Info, Languages, Link, ListChecks, Lock, LockKeyholeOpen, LogOut,
  Mail, MapPin, Menu, MessageSquare, NotebookText, Pencil, Phone, Plus, Printer, RefreshCw, Reply, Route, Send, Settings, Share, ShieldCheck,
  SlidersHorizontal, Smartphone, Star, TriangleAlert, User, X,
} from 'lucide-react';
export type { LucideIcon as IconGlyph } from 'lucide-react';
