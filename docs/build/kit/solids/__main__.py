"""Write the printed parts and the pictures of the steps: `python -m solids PRINTED PICTURES` (`make kit`)."""

import sys
from pathlib import Path

from solids.files import write
from solids.pictures import draw

write(Path(sys.argv[1]))
draw(Path(sys.argv[2]))
