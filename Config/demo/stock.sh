# Says how many are left: one less with each action of a button, which comes as a line.
count=6
echo "{\"stock.count\": $count}"
while read -r action; do
  count=$((count - 1))
  echo "{\"stock.count\": $count}"
done
