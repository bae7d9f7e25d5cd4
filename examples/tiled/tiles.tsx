<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" tiledversion="1.8.2" name="tiles" tilewidth="32" tileheight="32" tilecount="5" columns="5">
 <image source="tiles.png" width="160" height="32"/>
 <tile id="0" type="block">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="32" height="32"/>
  </objectgroup>
 </tile>
 <tile id="1" type="slope">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="32">
    <polygon points="0,0 32,0 32,-32"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="2" type="slab">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="0" width="32" height="13"/>
  </objectgroup>
 </tile>
 <tile id="3" type="spike">
  <objectgroup draworder="index" id="2">
   <object id="1" x="0" y="32">
    <polygon points="0,0 16,-26 32,0"/>
   </object>
  </objectgroup>
 </tile>
 <tile id="4" type="coin">
  <objectgroup draworder="index" id="2">
   <object id="1" x="8" y="8" width="16" height="16">
    <ellipse/>
   </object>
  </objectgroup>
 </tile>
</tileset>
