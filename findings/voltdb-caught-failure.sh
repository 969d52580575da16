#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A procedure of VoltDB debits an account in a batch of two statements, the second of which fails. It catches the
# failure and returns -1. Once the second statement violates a constraint, once it misses an expected row.
#
# Library: voltdb 9.3.2, in one process, from Maven Central
# Behaviour: what a caught failure undoes depends on its kind, and on the partitioning. A violated constraint undoes the
#   batch, also the statement before it; batches before it and after it are committed. A missed expectation undoes
#   nothing: the debit is committed. If the same procedure is not partitioned, it cannot go on after a violation, and
#   all is undone; after a missed expectation it commits the debit as well.
# Matters: S-Store's transactions are such procedures, and a procedure is all or nothing only as long as it lets its
#   failures go. A port to a t-graph, whose transactions abort as a whole, changes what such a procedure does.
# Output seen:
#   violation, partitioned: returns -1, audit 2, balance 100
#   expectation, partitioned: returns -1, audit 2, balance 70
#   violation, not partitioned: aborts, audit 0, balance 100
#   expectation, not partitioned: returns -1, audit 2, balance 70
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >Caught.java <<'JAVA'
import org.voltdb.*;
import org.voltdb.client.*;

public class Caught {
    /** Writes one audit row before the batch that fails, and one after it. */
    public abstract static class Debiting extends VoltProcedure {
        public final SQLStmt audit = new SQLStmt("INSERT INTO audit VALUES (?, ?)");
        public final SQLStmt debit = new SQLStmt("UPDATE account SET balance = balance - 30 WHERE id = ?");
        public final SQLStmt again = new SQLStmt("INSERT INTO account VALUES (?, 0)");
        public final SQLStmt blocked = new SQLStmt("SELECT id FROM account WHERE id = ? AND balance < 0");

        long debit(long id, boolean violation) {
            voltQueueSQL(audit, id, 1);
            voltExecuteSQL();
            voltQueueSQL(debit, id);
            if (violation) {
                voltQueueSQL(again, id);
            } else {
                voltQueueSQL(blocked, EXPECT_ONE_ROW, id);
            }
            try {
                voltExecuteSQL();
                return 1;
            } catch (RuntimeException e) {
                voltQueueSQL(audit, id, 2);
                voltExecuteSQL();
                return -1;
            }
        }
    }

    public static class Violation extends Debiting {
        public long run(long id) {
            return debit(id, true);
        }
    }

    public static class Expectation extends Debiting {
        public long run(long id) {
            return debit(id, false);
        }
    }

    public static class ViolationOfAll extends Debiting {
        public long run(long id) {
            return debit(id, true);
        }
    }

    public static class ExpectationOfAll extends Debiting {
        public long run(long id) {
            return debit(id, false);
        }
    }

    public static void main(String[] args) throws Exception {
        var out = System.out;
        System.setOut(System.err);
        InProcessVoltDBServer server = new InProcessVoltDBServer().configPartitionCount(2).start();
        server.runDDLFromString("CREATE TABLE account (id BIGINT NOT NULL, balance BIGINT NOT NULL, PRIMARY KEY (id));"
                + "PARTITION TABLE account ON COLUMN id;"
                + "CREATE TABLE audit (id BIGINT NOT NULL, step BIGINT NOT NULL);"
                + "PARTITION TABLE audit ON COLUMN id;"
                + "CREATE PROCEDURE PARTITION ON TABLE account COLUMN id FROM CLASS Caught$Violation;"
                + "CREATE PROCEDURE PARTITION ON TABLE account COLUMN id FROM CLASS Caught$Expectation;"
                + "CREATE PROCEDURE FROM CLASS Caught$ViolationOfAll;"
                + "CREATE PROCEDURE FROM CLASS Caught$ExpectationOfAll;");
        Client client = server.getClient();
        String[] procedures = {"Violation", "Expectation", "ViolationOfAll", "ExpectationOfAll"};
        for (int id = 0; id < procedures.length; id++) {
            client.callProcedure("ACCOUNT.insert", id, 100);
            String outcome;
            try {
                outcome = "returns " + scalar(client, "Caught$" + procedures[id], id);
            } catch (ProcCallException e) {
                outcome = "aborts";
            }
            out.printf("%s: %s, audit %d, balance %d%n",
                    procedures[id].toLowerCase().replace("ofall", ", not partitioned")
                            + (id < 2 ? ", partitioned" : ""),
                    outcome,
                    scalar(client, "@AdHoc", "SELECT COUNT(*) FROM audit WHERE id = " + id),
                    scalar(client, "@AdHoc", "SELECT balance FROM account WHERE id = " + id));
        }
        server.shutdown();
        out.flush();
        System.exit(0);
    }

    static long scalar(Client client, String procedure, Object argument) throws Exception {
        return client.callProcedure(procedure, argument).getResults()[0].asScalarLong();
    }
}
JAVA
packages volt "${voltdb[@]}"
program volt Caught | as_seen
