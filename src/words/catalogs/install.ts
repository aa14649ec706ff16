import { catalog } from './catalog.ts';

/** The offer to install the portal (visual language, section 5, install prompt). */
export default catalog({
  'install.title': { en: 'Keep {facility} on this device', es: 'Tenga {facility} en este dispositivo', fr: 'Gardez {facility} sur cet appareil', pt: 'Tenha {facility} neste dispositivo', zh: '将 {facility} 保留在本设备上' },
  'install.description': { en: 'Install the portal as an app.', es: 'Instale el portal como aplicación.', fr: 'Installez le portail comme une application.', pt: 'Instale o portal como um aplicativo.', zh: '将门户安装为应用。' },
  'install.opens': { en: 'Opens from your home screen, like an app', es: 'Se abre desde la pantalla de inicio, como una aplicación', fr: 'S’ouvre depuis votre écran d’accueil, comme une application', pt: 'Abre pela tela inicial, como um aplicativo', zh: '像应用一样从主屏幕打开' },
  'install.offline': { en: 'Fill in questionnaires without a signal', es: 'Responda cuestionarios sin señal', fr: 'Répondez aux questionnaires sans réseau', pt: 'Responda a questionários sem sinal', zh: '没有信号也能填写问卷' },
  'install.locked': { en: 'What is saved here is locked with your password', es: 'Lo que se guarda aquí está protegido con su contraseña', fr: 'Ce qui est enregistré ici est verrouillé par votre mot de passe', pt: 'O que fica salvo aqui é bloqueado com a sua senha', zh: '保存在此的内容由您的密码锁定' },
  'install.install': { en: 'Install', es: 'Instalar', fr: 'Installer', pt: 'Instalar', zh: '安装' },
  'install.notNow': { en: 'Not now', es: 'Ahora no', fr: 'Pas maintenant', pt: 'Agora não', zh: '暂不' },
  'install.iphone': { en: 'iPhone or iPad?', es: '¿iPhone o iPad?', fr: 'iPhone ou iPad?', pt: 'iPhone ou iPad?', zh: 'iPhone 或 iPad？' },
  'install.iphoneSteps': {
    en: 'Tap Share, then choose “Add to Home Screen”.',
    es: 'Toque Compartir y elija «Agregar a Inicio».',
    fr: 'Touchez Partager, puis choisissez « Sur l’écran d’accueil ».',
    pt: 'Toque em Compartilhar e escolha “Adicionar à Tela de Início”.',
    zh: '轻点“共享”，然后选择“添加到主屏幕”。',
  },
  'install.otherSteps': {
    en: 'Open the menu of your browser and choose “Install” or “Add to home screen”.',
    es: 'Abra el menú del navegador y elija «Instalar» o «Agregar a la pantalla principal».',
    fr: 'Ouvrez le menu de votre navigateur et choisissez « Installer » ou « Ajouter à l’écran d’accueil ».',
    pt: 'Abra o menu do navegador e escolha “Instalar” ou “Adicionar à tela inicial”.',
    zh: '打开浏览器菜单，选择“安装”或“添加到主屏幕”。',
  },
  'install.already': { en: 'The portal is installed on this device.', es: 'El portal está instalado en este dispositivo.', fr: 'Le portail est installé sur cet appareil.', pt: 'O portal está instalado neste dispositivo.', zh: '门户已安装在本设备上。' },
});
