#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# YCSB's workload D reads the latest records, while 5 % of its operations add some. The table grows to 100,000 records;
# counted is what is read of the newest ones from 50,000 records on.
#
# Library: YCSB 0.17.0 (site.ycsb:core, request distribution "latest")
# Behaviour: what is read depends on how many records were loaded before the run, though the table is as large. As the
#   table grows, one term of the distribution is adjusted and another keeps the number of loaded records. So a gap opens
#   behind the two newest records, and what is missing there goes to older ones. If 3 records were loaded, seven reads
#   of eight are for the oldest record.
# Matters: operations meet less often on new records, such as orders just placed, than "latest" says. A system that has
#   trouble with those looks better the longer it runs. Load about as many records as there will be.
# Output seen:
#   50000 loaded: newest two 12 %, next 48 24 %, next 450 20 %, the oldest 0 %
#   1000 loaded: newest two 12 %, next 48 0 %, next 450 17 %, the oldest 0 %
#   100 loaded: newest two 12 %, next 48 0 %, next 450 0 %, the oldest 0 %
#   3 loaded: newest two 12 %, next 48 0 %, next 450 0 %, the oldest 88 %
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Latest.java <<'JAVA'
import site.ycsb.*;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;
import java.util.*;

public class Latest {
    public static void main(String[] args) throws Exception {
        for (int loaded : new int[] {50_000, 1_000, 100, 3}) {
            Properties settings = new Properties();
            for (String setting : List.of("recordcount=" + loaded, "operationcount=4000000", "readproportion=0.95", "updateproportion=0",
                    "insertproportion=0.05", "requestdistribution=latest", "insertorder=ordered", "fieldcount=1", "fieldlength=1",
                    "measurementtype=raw")) {
                settings.setProperty(setting.split("=")[0], setting.split("=")[1]);
            }
            Measurements.setProperties(settings);
            CoreWorkload workload = new CoreWorkload();
            workload.init(settings);
            Table table = new Table(loaded);
            while (table.records < 100_000) workload.doTransaction(table, null);
            table.print(loaded);
        }
    }

    /** Knows how many records there are, and counts reads by the age of the record. */
    static class Table extends DB {
        int records;
        final int[] reads = new int[4];
        int all, oldest;

        Table(int loaded) {
            records = loaded;
        }

        public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
            int number = Integer.parseInt(key.substring("user".length()));
            int age = records - 1 - number;
            if (records >= 50_000) {
                all++;
                reads[age < 2 ? 0 : age < 50 ? 1 : age < 500 ? 2 : 3]++;
                if (number == 0) oldest++;
            }
            return Status.OK;
        }

        public Status insert(String table, String key, Map<String, ByteIterator> values) {
            records++;
            return Status.OK;
        }

        void print(int loaded) {
            System.out.printf(Locale.ROOT, "%d loaded: newest two %.0f %%, next 48 %.0f %%, next 450 %.0f %%, the oldest %.0f %%%n", loaded,
                    percent(reads[0]), percent(reads[1]), percent(reads[2]), percent(oldest));
        }

        double percent(int count) {
            return 100.0 * count / all;
        }

        public Status scan(String table, String key, int count, Set<String> fields, Vector<HashMap<String, ByteIterator>> result) {
            throw new UnsupportedOperationException();
        }

        public Status update(String table, String key, Map<String, ByteIterator> values) {
            throw new UnsupportedOperationException();
        }

        public Status delete(String table, String key) {
            throw new UnsupportedOperationException();
        }
    }
}
JAVA

packages ycsb site.ycsb:core:0.17.0
program ycsb Latest | as_seen
