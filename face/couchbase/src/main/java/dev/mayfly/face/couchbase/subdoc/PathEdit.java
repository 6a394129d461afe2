package dev.mayfly.face.couchbase.subdoc;

/** Carries out one operation on a text that is JSON. A pure function. */
final class PathEdit {
    private PathEdit() {}

    /** @param value what the operation brings along; empty if nothing */
    static EditResult run(SubOpcode opcode, byte[] text, byte[] pathText, byte[] value, boolean makesParents) {
        SubPath path = SubPath.parse(pathText);
        if (!path.isValid()) {
            return EditResult.failed(text, path.status());
        }
        return switch (opcode) {
            case GET, REPLACE_BODY_WITH_XATTR -> Lookups.get(text, path);
            case EXISTS -> Lookups.exists(text, path);
            case GET_COUNT -> Lookups.count(text, path);
            case DICT_ADD -> MemberEdits.store(text, path, value, MemberEdits.Mode.ADD, makesParents);
            case DICT_UPSERT -> MemberEdits.store(text, path, value, MemberEdits.Mode.UPSERT, makesParents);
            case REPLACE -> MemberEdits.store(text, path, value, MemberEdits.Mode.REPLACE, false);
            case DELETE -> MemberEdits.remove(text, path);
            case ARRAY_PUSH_LAST -> ArrayEdits.pushLast(text, path, value, makesParents);
            case ARRAY_PUSH_FIRST -> ArrayEdits.pushFirst(text, path, value, makesParents);
            case ARRAY_INSERT -> ArrayEdits.insert(text, path, value);
            case ARRAY_ADD_UNIQUE -> ArrayEdits.addUnique(text, path, value, makesParents);
            case COUNTER -> CounterEdit.count(text, path, value, makesParents);
            case GET_DOC, SET_DOC, DELETE_DOC -> throw new IllegalArgumentException("has no path: " + opcode);
        };
    }
}
