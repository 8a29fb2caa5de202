# Installation and packages; filled in by "packaging".
