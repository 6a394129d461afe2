package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.Opcode;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The table of commands by opcode. Filled before it is used, and unchanged from then on. */
public final class KvCommandTable {
    private final Map<Opcode, KvCommand> commands = new EnumMap<>(Opcode.class);

    /** Adds a command for a loud opcode, which stands for its quiet form too. */
    public KvCommandTable add(Opcode opcode, KvCommand command) {
        if (opcode.isQuiet()) {
            throw new IllegalArgumentException(opcode + " comes with its loud form");
        }
        if (commands.put(opcode, command) != null) {
            throw new IllegalArgumentException(opcode + " has a command");
        }
        return this;
    }

    /** Returns the command of an opcode or of its quiet form; null if there is none. */
    @Nullable
    KvCommand find(Opcode opcode) {
        return commands.get(opcode.loud());
    }

    /** The opcodes that are carried out, in their loud forms. */
    public Set<Opcode> opcodes() {
        return Set.copyOf(commands.keySet());
    }
}
