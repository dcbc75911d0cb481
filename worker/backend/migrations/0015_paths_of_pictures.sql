-- Tables store paths instead of URLs, so that pictures do not depend on the host that drew them.
update fantasy_football_cards
  set image_url = substr(image_url, instr(image_url, '/storage/'))
  where substr(image_url, 1, 4) = 'http' and instr(image_url, '/storage/') > 0
    and instr(image_url, '/cards/' || id || '/') > 0;

update or ignore generations
  set image_url = substr(image_url, instr(image_url, '/storage/'))
  where substr(image_url, 1, 4) = 'http' and instr(image_url, '/storage/') > 0
    and substr(image_url, -length(image_path)) = image_path;
