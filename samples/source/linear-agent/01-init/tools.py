import os

from pypdf import PdfReader


def clone(url):
    os.system("git clone " + url)
    return url.split("/")[-1].replace(".git", "")


def list_files(folder):
    names = []
    for root, _, files in os.walk(folder):
        for name in files:
            names.append(os.path.join(root, name))
    return names


def read_text(path):
    return "\n".join(page.extract_text() for page in PdfReader(path).pages)
