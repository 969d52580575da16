#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A serializer writes four characters as bytes into the buffer that Flink gives it: what arrives.
#
# Library: Flink 2.3.0 (flink-core)
# Behaviour: DataOutputSerializer.writeBytes, the method of java.io.DataOutput, takes twice as many bytes as the string
#   has characters: the second half is whatever the buffer held. DataOutputStream of the JDK, which Flink writes
#   checkpoints through, takes as many as it should. So the same serializer is right in a snapshot and wrong between two
#   tasks, on RocksDB, and wherever else Flink serializes into memory.
# Matters: a serializer of one's own that writes a magic word or a code with writeBytes reads back what an earlier record
#   left behind, and everything after it from the wrong place. Use write(byte[]), or writeUTF.
# Output seen:
#   memory: 8 bytes, ABCDlong
#   stream: 4 bytes, ABCD
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

cat >WriteBytes.java <<'JAVA'
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

public class WriteBytes {
    public static void main(String[] args) throws Exception {
        DataOutputSerializer memory = new DataOutputSerializer(64);
        memory.write("verylong".getBytes(StandardCharsets.US_ASCII)); // an earlier record
        memory.clear();
        memory.writeBytes("ABCD");
        show("memory", memory.getCopyOfBuffer());

        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        new DataOutputViewStreamWrapper(stream).writeBytes("ABCD");
        show("stream", stream.toByteArray());
    }

    static void show(String where, byte[] bytes) {
        System.out.println(
                where + ": " + bytes.length + " bytes, " + new String(bytes, StandardCharsets.US_ASCII));
    }
}
JAVA
packages flink org.apache.flink:flink-core:2.3.0
program flink WriteBytes | as_seen
