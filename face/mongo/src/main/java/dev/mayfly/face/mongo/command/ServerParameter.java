package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.bson.BsonBoolean;
import org.bson.BsonInt32;
import org.bson.BsonType;
import org.bson.BsonValue;

/** One value that clients may see, and perhaps set while the server runs. Safe for concurrent use. */
public final class ServerParameter {
    private final String name;
    private final boolean isSettable;
    private final BiFunction<String, BsonView, BsonValue> reader;
    private final List<Consumer<BsonValue>> listeners = new CopyOnWriteArrayList<>();
    private volatile BsonValue value;

    private ServerParameter(
            String name, BsonValue value, boolean isSettable, BiFunction<String, BsonView, BsonValue> reader) {
        this.name = name;
        this.value = value;
        this.isSettable = isSettable;
        this.reader = reader;
    }

    static ServerParameter truth(String name, boolean value) {
        return new ServerParameter(name, BsonBoolean.valueOf(value), true, ServerParameter::readTruth);
    }

    /** A whole number not below the least. */
    static ServerParameter whole(String name, int value, int least) {
        return new ServerParameter(
                name, new BsonInt32(value), true, (called, given) -> readWhole(called, given, least));
    }

    static ServerParameter fixed(String name, BsonValue value) {
        return new ServerParameter(name, value, false, (_, _) -> value);
    }

    public String name() {
        return name;
    }

    public boolean isSettable() {
        return isSettable;
    }

    public BsonValue value() {
        return value;
    }

    /** Adds a listener, called on every later set, on the thread that sets the value. */
    public void onChange(Consumer<BsonValue> listener) {
        listeners.add(listener);
    }

    /** Sets a client's value and returns the previous one. */
    public synchronized BsonValue set(BsonView given) {
        if (!isSettable) {
            throw new CommandError(MongoCode.ILLEGAL_OPERATION, "not allowed to change [" + name + "] at runtime");
        }
        BsonValue next = reader.apply(name, given);
        BsonValue was = value;
        for (Consumer<BsonValue> listener : listeners) {
            listener.accept(next);
        }
        value = next;
        return was;
    }

    /** Sets a stored value without notifying listeners; takes no lock, as it may be called under those of the engine. */
    public void restore(BsonValue kept) {
        value = kept;
    }

    private static BsonValue readTruth(String name, BsonView given) {
        return switch (CommandRequest.typeOf(given)) {
            case BOOLEAN -> BsonBoolean.valueOf(given.booleanValue());
            case INT32, INT64, DOUBLE, DECIMAL128 -> BsonBoolean.valueOf(given.doubleValue() != 0);
            case STRING -> readTruth(name, given.stringValue());
            default -> throw invalid(name, "is not a boolean");
        };
    }

    private static BsonValue readTruth(String name, String text) {
        return switch (text) {
            case "true", "1" -> BsonBoolean.TRUE;
            case "false", "0" -> BsonBoolean.FALSE;
            default -> throw invalid(name, "is not a boolean");
        };
    }

    private static BsonValue readWhole(String name, BsonView given, int least) {
        long number = CommandRequest.typeOf(given) == BsonType.STRING
                ? parse(name, given.stringValue())
                : numberOf(name, given);
        if (number < least) {
            String bound = least == 0 ? "greater than or equal to 0" : "greater than " + (least - 1);
            throw invalid(name, number + " is not " + bound);
        }
        if (number > Integer.MAX_VALUE) {
            throw invalid(name, "out of bounds for an int");
        }
        return new BsonInt32((int) number);
    }

    private static long numberOf(String name, BsonView given) {
        return switch (CommandRequest.typeOf(given)) {
            case INT32, INT64, DOUBLE, DECIMAL128 -> given.longValue();
            default -> throw invalid(name, "is not a number");
        };
    }

    private static long parse(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw invalid(name, "is not a number");
        }
    }

    private static CommandError invalid(String name, String reason) {
        return new CommandError(MongoCode.BAD_VALUE, "Invalid value for parameter " + name + ": " + reason);
    }
}
