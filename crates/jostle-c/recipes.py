#!/usr/bin/env python3
"""Does what the README says: writes its files and runs its commands. recipes.py FOLDER PREFIX"""
import os
import re
import subprocess
import sys

folder, prefix = sys.argv[1:]
page = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "README.md")).read()
done = 0
for what, body in re.findall(r"^```\w+ (\S+)\n(.*?)^```", page, re.M | re.S):
    kind, name = what.split("=")
    if kind == "file":
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(body)
    else:
        place = dict(os.environ, PREFIX=prefix)
        subprocess.run(["bash", "-ec", body], cwd=os.path.join(folder, name), env=place, check=True)
        done += 1
if done != 5:
    sys.exit(f"the README has {done} recipes, not 5")
print(f"recipes: {done} passed")
