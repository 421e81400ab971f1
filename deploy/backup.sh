#!/bin/sh
# Copies a store beside the running server, checks every journal of the copy, and keeps the newest few.
# A copy that does not check is no backup: it is deleted, and the failure is told.
#
#   backup.sh STORE FOLDER KEEP

set -eu

store=$1
folder=$2
keep=$3
senet=${SENET:-senet}

copy="$folder/senet-$(date -u +%Y-%m-%dT%H%M%SZ).db"
"$senet" store backup --store "sqlite:$store" "$copy.part"
if ! "$senet" store check --store "sqlite:$copy.part"; then
    rm -f "$copy.part" "$copy.part-wal" "$copy.part-shm" "$copy.part.lock"
    echo "the copy is not whole; the old copies are kept" >&2
    exit 1
fi
mv "$copy.part" "$copy"
rm -f "$copy.part-wal" "$copy.part-shm" "$copy.part.lock"

# The names sort by time.
ls -1 "$folder"/senet-*.db | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
    rm -f "$old"
done
