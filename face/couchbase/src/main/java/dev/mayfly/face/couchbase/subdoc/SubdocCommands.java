package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.session.KvCommandTable;
import dev.mayfly.face.couchbase.wire.Opcode;
import java.util.Map;

/** Every command about parts of documents. */
public final class SubdocCommands {
    /** Requests of one operation, by what they ask for. */
    private static final Map<Opcode, SubOpcode> SINGLE = Map.ofEntries(
            Map.entry(Opcode.SUBDOC_GET, SubOpcode.GET),
            Map.entry(Opcode.SUBDOC_EXISTS, SubOpcode.EXISTS),
            Map.entry(Opcode.SUBDOC_DICT_ADD, SubOpcode.DICT_ADD),
            Map.entry(Opcode.SUBDOC_DICT_UPSERT, SubOpcode.DICT_UPSERT),
            Map.entry(Opcode.SUBDOC_DELETE, SubOpcode.DELETE),
            Map.entry(Opcode.SUBDOC_REPLACE, SubOpcode.REPLACE),
            Map.entry(Opcode.SUBDOC_ARRAY_PUSH_LAST, SubOpcode.ARRAY_PUSH_LAST),
            Map.entry(Opcode.SUBDOC_ARRAY_PUSH_FIRST, SubOpcode.ARRAY_PUSH_FIRST),
            Map.entry(Opcode.SUBDOC_ARRAY_INSERT, SubOpcode.ARRAY_INSERT),
            Map.entry(Opcode.SUBDOC_ARRAY_ADD_UNIQUE, SubOpcode.ARRAY_ADD_UNIQUE),
            Map.entry(Opcode.SUBDOC_COUNTER, SubOpcode.COUNTER),
            Map.entry(Opcode.SUBDOC_GET_COUNT, SubOpcode.GET_COUNT),
            Map.entry(Opcode.SUBDOC_REPLACE_BODY_WITH_XATTR, SubOpcode.REPLACE_BODY_WITH_XATTR));

    private SubdocCommands() {}

    public static void addTo(KvCommandTable commands, Documents documents, CouchbaseRelease release) {
        commands.add(Opcode.SUBDOC_MULTI_LOOKUP, new LookupCommand(documents, new RequestReader(null, false, release)));
        commands.add(
                Opcode.SUBDOC_MULTI_MUTATION, new MutationCommand(documents, new RequestReader(null, true, release)));
        SINGLE.forEach((opcode, single) -> {
            RequestReader reader = new RequestReader(single, single.isMutation(), release);
            commands.add(
                    opcode,
                    single.isMutation()
                            ? new MutationCommand(documents, reader)
                            : new LookupCommand(documents, reader));
        });
    }
}
