"""Files that one program lists and another changes: bound by filters, globs and folders on the line, or nobody knows which."""

import pytest

from tests.guard.cases import recognised

BOUND = """\
git ls-files '*.py' | xargs sed -i s/a/b/
git ls-files '*.py' 'src/*.ts' | xargs prettier --write
git diff --name-only main '*.py' | xargs ruff format
find src tests -name '*.py' -print0 | xargs -0 sed -i s/a/b/
find . \\( -name '*.ts' -o -name '*.tsx' \\) -type f -exec sed -i s/a/b/ {} +
find . -name '*.py' -not -path './venv/*' -exec sed -i s/a/b/ {} +
find . -name ovens -prune -o -name '*.js' -print | xargs sed -i s/a/b/
find . -path ./ovens -prune -o -name '*.log' -delete
find . -name '*.pyc' -o -name '*.pyo' -delete
find kiln -type f -delete
grep -rl rye src | xargs sed -i 's/rye/oat/g'
grep -rl 'ry*' src tests | xargs sed -i 's/rye/oat/g'
grep -rl --include='*.ts' rye . | xargs sed -i s/a/b/
rg -l rye -g '*.py' | xargs sed -i s/a/b/
rg -l rye src | xargs perl -pi -e s/a/b/
ls src/*.py | xargs sed -i s/a/b/
parallel gzip ::: *.log
export $(grep -v '^#' .env | xargs)
"""
LOOSE = """\
git ls-files '*.py' program.md | xargs sed -i s/a/b/
git ls-files '*.py' . | xargs rm
git ls-files ':!*.py' | xargs sed -i s/a/b/
git ls-files -z | xargs -0 sed -i s/a/b/
git diff --name-only main | xargs rm
ls *.py doctrine | xargs sed -i s/a/b/
ls | xargs rm
find . -name '*.py' -o -name '*.md' | xargs sed -i s/a/b/
find . -name '*.py' -o -type f | xargs sed -i s/a/b/
find . -type f -o -name '*.py' | xargs sed -i s/a/b/
find . ! -name '*.py' -exec sed -i s/a/b/ {} +
find . ! -name '*.py' -delete
find . -regex '.*' -delete
find . -iname '*' -exec rm {} \\;
find . -name "$n" | xargs rm
find doctrine -type f | xargs sed -i s/a/b/
grep -rl 'a*b' . | xargs sed -i s/a/b/
grep -rl '*.py' . | xargs sed -i s/a/b/
grep -rl --exclude='*.py' rye . | xargs sed -i s/a/b/
grep rye '*.py' | xargs rm
grep -rl rye src doctrine | xargs sed -i s/a/b/
git grep -l 'a*' | xargs sed -i s/a/b/
rg -l 'a.*b' | xargs sed -i s/a/b/
rg -l rye | xargs sed -i 's/a*/b/'
rg -l rye -g '!*.py' | xargs sed -i s/a/b/
rg -l rye program.md -g '*.py' | xargs sed -i s/a/b/
baker '*.py' | xargs sed -i s/a/b/
cat list | parallel
cat list | parallel -j 4 rm
cat list | xargs -n 1 rm
xargs -a list rm
cat list | xargs -d '\\n' -P 4 rm
cat list | xargs sudo rm
cat list | xargs -n 1 env A=1 rm
cat list | timeout 5 xargs -L 1 cp jam
sudo rm -rf $x
parallel sed -i s/a/b/ ::: program.md
parallel rm :::: list
"""


@pytest.mark.parametrize("line", BOUND.splitlines())
def test_what_filters_and_folders_bind_stays_quiet(line: str) -> None:
    found = recognised(line)
    assert (found.kind, found.unanalysed) == ("none", ())


@pytest.mark.parametrize("line", LOOSE.splitlines())
def test_a_list_of_anything_is_no_permission(line: str) -> None:
    assert recognised(line).kind != "none"
