#!/usr/bin/env python3
"""Compiles and runs the short blocks of the README, which are no recipes: each as a program, its includes first and
the rest in main. snippets.py FOLDER FLAGS..., where the flags find the headers and the library."""
import os
import re
import subprocess
import sys

folder, *flags = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
page = open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "README.md")).read()
blocks = re.findall(r"^```(c|cpp)\n(.*?)^```", page, re.M | re.S)
if len(blocks) != len(re.findall(r"^```(?:c|cpp|cc|h|hpp)\b(?! file=)", page, re.M)) or not blocks:
    sys.exit("a block of the README is neither a snippet nor a recipe")
compilers = {"c": ["gcc", "-std=c99"], "cpp": ["g++", "-std=c++17"]}
for number, (language, text) in enumerate(blocks):
    lines = text.splitlines()
    head = [line for line in lines if line.startswith(("#", "using namespace"))]
    body = [line for line in lines if line not in head]
    path = os.path.join(folder, f"{number}.{language}")
    with open(path, "w") as file:
        file.write("\n".join(["#include <stdio.h>", *head, "int main(void) {", *body, "return 0; }", ""]))
    program = os.path.join(folder, str(number))
    # What a snippet shows and does not go on to use is no fault.
    strict = ["-Wall", "-Wextra", "-Werror", "-Wno-unused", "-Wno-unused-but-set-variable"]
    subprocess.run([*compilers[language], *strict, path, "-o", program, *flags], check=True)
    subprocess.run([program], check=True)
print(f"snippets: {len(blocks)} passed")
