package dev.mayfly.face.couchbase.kv;

import dev.mayfly.face.couchbase.session.CommandTable;
import dev.mayfly.face.couchbase.wire.Opcode;

/** The commands about whole documents. */
public final class KvCommands {
    private KvCommands() {}

    public static void addTo(CommandTable commands, Documents documents) {
        commands.add(Opcode.GET, new GetCommand(documents, false))
                .add(Opcode.GETK, new GetCommand(documents, true))
                .add(Opcode.SET, new StoreCommand(documents, StoreRequest.Mode.SET))
                .add(Opcode.ADD, new StoreCommand(documents, StoreRequest.Mode.ADD))
                .add(Opcode.REPLACE, new StoreCommand(documents, StoreRequest.Mode.REPLACE))
                .add(Opcode.DELETE, new DeleteCommand(documents))
                .add(Opcode.INCREMENT, new CounterCommand(documents, true))
                .add(Opcode.DECREMENT, new CounterCommand(documents, false))
                .add(Opcode.APPEND, new AppendCommand(documents, true))
                .add(Opcode.PREPEND, new AppendCommand(documents, false))
                .add(Opcode.TOUCH, new TouchCommand(documents, false))
                .add(Opcode.GAT, new TouchCommand(documents, true))
                .add(Opcode.GET_LOCKED, new LockCommand(documents))
                .add(Opcode.UNLOCK_KEY, new UnlockCommand(documents))
                .add(Opcode.GET_META, new GetMetaCommand(documents))
                .add(Opcode.SET_WITH_META, new WithMetaCommand(documents, WithMetaCommand.Verb.SET))
                .add(Opcode.ADD_WITH_META, new WithMetaCommand(documents, WithMetaCommand.Verb.ADD))
                .add(Opcode.DEL_WITH_META, new WithMetaCommand(documents, WithMetaCommand.Verb.DELETE));
    }
}
