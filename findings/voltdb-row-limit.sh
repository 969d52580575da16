#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A table of VoltDB holds the last three votes of each contestant, by a limit of its rows that deletes the oldest one.
# Six contestants get four votes each, in turn; then a vote comes late.
#
# Library: voltdb 9.3.2, in one process, from Maven Central
# Behaviour: the limit is of a partition, so contestants push out each other's votes. How many are left, and of whom,
#   follows from hashes and from the number of partitions. A late vote pushes out a newer one, and stays.
# Matters: windows of S-Store (section 2.1.2) are per stream or key, and a late element never makes one older. One who
#   builds them with row limits counts other votes after each change of the number of partitions, without an error.
# Output seen:
#   partitions 1: 3 votes are left, of 3 contestants; 0 of 6 have their last three
#   partitions 2: 6 votes are left, of 5 contestants; 0 of 6 have their last three
#   partitions 8: 9 votes are left, of 6 contestants; 1 of 6 have their last three
#   before the late vote: 2, 3, 4; after it: 1, 3, 4
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Limit.java <<'JAVA'
import org.voltdb.*;
import org.voltdb.client.*;

public class Limit {
    public static void main(String[] args) throws Exception {
        var out = System.out;
        System.setOut(System.err);
        int partitions = Integer.parseInt(args[0]);
        InProcessVoltDBServer server = new InProcessVoltDBServer().configPartitionCount(partitions).start();
        server.runDDLFromString("CREATE TABLE votes (contestant BIGINT NOT NULL, vote BIGINT NOT NULL,"
                + " PRIMARY KEY (contestant, vote), LIMIT PARTITION ROWS 3"
                + " EXECUTE (DELETE FROM votes ORDER BY vote, contestant LIMIT 1));"
                + "PARTITION TABLE votes ON COLUMN contestant;");
        Client client = server.getClient();
        if (args[1].equals("late")) {
            for (int vote : new int[] {2, 3, 4}) {
                client.callProcedure("VOTES.insert", 1, vote);
            }
            String before = votes(client);
            client.callProcedure("VOTES.insert", 1, 1);
            out.println("before the late vote: " + before + "; after it: " + votes(client));
        } else {
            for (int vote = 1; vote <= 4; vote++) {
                for (int contestant = 1; contestant <= 6; contestant++) {
                    client.callProcedure("VOTES.insert", contestant, 10 * vote + contestant);
                }
            }
            long left = scalar(client, "SELECT COUNT(*) FROM votes");
            VoltTable each = table(client, "SELECT contestant, COUNT(*) FROM votes GROUP BY contestant");
            int whole = 0;
            while (each.advanceRow()) {
                whole += each.getLong(1) == 3 ? 1 : 0;
            }
            out.println("partitions " + args[0] + ": " + left + " votes are left, of " + each.getRowCount()
                    + " contestants; " + whole + " of 6 have their last three");
        }
        server.shutdown();
        out.flush();
        System.exit(0);
    }

    static String votes(Client client) throws Exception {
        StringBuilder all = new StringBuilder();
        VoltTable votes = table(client, "SELECT vote FROM votes ORDER BY vote");
        while (votes.advanceRow()) {
            all.append(all.length() == 0 ? "" : ", ").append(votes.getLong(0));
        }
        return all.toString();
    }

    static long scalar(Client client, String sql) throws Exception {
        return table(client, sql).asScalarLong();
    }

    static VoltTable table(Client client, String sql) throws Exception {
        return client.callProcedure("@AdHoc", sql).getResults()[0];
    }
}
JAVA
packages volt "${voltdb[@]}"
{
    program volt Limit 1 limit
    program volt Limit 2 limit
    program volt Limit 8 limit
    program volt Limit 1 late
} | as_seen
