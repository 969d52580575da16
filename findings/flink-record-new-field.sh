#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A value class gains two fields: what old values have there once Flink has migrated them, for a POJO and for a record.
#
# Library: Flink 2.3.0 (flink-core)
# Behaviour: Flink calls both migrations compatible. A POJO is made by its constructor without arguments, so new fields
#   have the defaults of the class. A record is made by its canonical constructor with null and 0, also if it has a
#   shorter constructor that says what the defaults are. Only a check in the canonical constructor sees the null.
# Matters: the same two fields are "EUR" and 500 for accounts of one kind, null and 0 for those of the other; a limit of
#   0 refuses each payment. Replace null and 0 in the record's canonical constructor, or write a type of your own.
# Output seen:
#   pojo: migrated true, 100 EUR 500
#   record: migrated true, Record[balance=100, currency=null, limit=0]
#   checked: migrated true, Checked[balance=100, currency=EUR, limit=0]
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >before.java <<'JAVA'
public class Values {
    public static class Pojo {
        public long balance = 100;
    }

    public record Record(long balance) {}

    public record Checked(long balance) {}

    static Object[] all() {
        return new Object[] {new Pojo(), new Record(100), new Checked(100)};
    }
}
JAVA
cat >after.java <<'JAVA'
public class Values {
    public static class Pojo {
        public long balance;
        public String currency = "EUR";
        public long limit = 500;

        @Override
        public String toString() {
            return balance + " " + currency + " " + limit;
        }
    }

    public record Record(long balance, String currency, long limit) {
        public Record(long balance) {
            this(balance, "EUR", 500);
        }
    }

    public record Checked(long balance, String currency, long limit) {
        public Checked {
            currency = currency == null ? "EUR" : currency;
        }
    }
}
JAVA
cat >Migrate.java <<'JAVA'
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.*;
import org.apache.flink.core.memory.*;
import java.nio.file.*;

public class Migrate {
    public static void main(String[] args) throws Exception {
        if (args[0].equals("write")) {
            for (Object value : (Object[]) Values.class.getDeclaredMethod("all").invoke(null)) {
                write(value);
            }
        } else {
            read(Values.Pojo.class);
            read(Values.Record.class);
            read(Values.Checked.class);
        }
    }

    static <T> TypeSerializer<T> serializer(Class<T> type) {
        return TypeInformation.of(type).createSerializer(new ExecutionConfig().getSerializerConfig());
    }

    @SuppressWarnings("unchecked")
    static <T> void write(T value) throws Exception {
        TypeSerializer<T> serializer = serializer((Class<T>) value.getClass());
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        serializer.serialize(value, out);
        Files.write(Path.of(value.getClass().getSimpleName()), out.getCopyOfBuffer());
    }

    static <T> void read(Class<T> type) throws Exception {
        DataInputDeserializer in = new DataInputDeserializer(Files.readAllBytes(Path.of(type.getSimpleName())));
        TypeSerializerSnapshot<T> old = TypeSerializerSnapshot.readVersionedSnapshot(in, type.getClassLoader());
        TypeSerializerSchemaCompatibility<T> verdict = serializer(type).snapshotConfiguration().resolveSchemaCompatibility(old);
        T value = old.restoreSerializer().deserialize(in);
        System.out.println(type.getSimpleName().toLowerCase(java.util.Locale.ROOT) + ": migrated " + verdict.isCompatibleAfterMigration() + ", " + value);
    }
}
JAVA
packages flink org.apache.flink:flink-core:2.3.0
cp before.java Values.java
program flink Migrate write
rm -r flink-classes
cp after.java Values.java
program flink Migrate read | as_seen
