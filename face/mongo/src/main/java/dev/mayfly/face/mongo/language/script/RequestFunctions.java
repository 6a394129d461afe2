package dev.mayfly.face.mongo.language.script;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestResource;
import dev.mayfly.base.script.ScriptException;
import dev.mayfly.base.script.ScriptRun;
import dev.mayfly.base.script.ScriptWatch;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.sandbox.MongoSandbox;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** The functions in JavaScript that one command calls, in an interpreter of its own. Used by one thread. */
public final class RequestFunctions implements RequestResource {
    private static final int FAILED = 139;
    private static final int TOO_LARGE = 146;
    private static final int BUSY = 46;

    /** Without this a server has no JavaScript. */
    private static final int DISABLED = 31264;

    private static final String DISABLED_TEXT =
            "Cannot run server-side javascript without the javascript engine enabled";

    private final ScriptRun run;
    private final Map<String, String> defined = new HashMap<>();
    private String scope = "";

    private RequestFunctions(MongoSandbox sandbox) {
        RequestGuard guard = RequestGuard.current();
        try {
            this.run = sandbox.open(ScriptWatch.of(guard::check, guard::hold));
        } catch (ScriptException failure) {
            throw refused(failure);
        }
    }

    /** Returns true if functions can be called in the command that this thread carries out. */
    public static boolean areEnabled() {
        return OperationContext.current().scripts() != null;
    }

    /** Refuses a function where none can be called. */
    public static void requireEnabled() {
        if (!areEnabled()) {
            throw disabled();
        }
    }

    private static QueryException disabled() {
        return new QueryException(DISABLED, "Location" + DISABLED, DISABLED_TEXT);
    }

    /** Those of the command that this thread carries out. */
    public static RequestFunctions current() {
        OperationContext context = OperationContext.current();
        MongoSandbox sandbox = context.scripts();
        if (sandbox == null) {
            throw disabled();
        }
        return context.keep(RequestFunctions.class, () -> new RequestFunctions(sandbox));
    }

    /** Gives functions the variables of a scope, by their names. */
    public RequestFunctions within(BsonDocument variables) {
        String text = ScriptValueWriter.text(variables);
        if (!variables.isEmpty() && !text.equals(scope)) {
            call("scope", text);
            scope = text;
        }
        return this;
    }

    /** Returns true if the function says yes of a document, which is its {@code this}. */
    public boolean test(String source, BsonValue document) {
        return call("test", id(source) + '\n' + ScriptValueWriter.call(document, List.of()))
                .equals("1");
    }

    /** Returns what a function returns; undefined if it returns nothing. */
    public BsonValue evaluate(String source, List<BsonValue> arguments) {
        return evaluate(source, BsonNull.VALUE, arguments);
    }

    /** The same with a {@code this}. */
    public BsonValue evaluate(String source, BsonValue self, List<BsonValue> arguments) {
        return read(call("evaluate", id(source) + '\n' + ScriptValueWriter.call(self, arguments)));
    }

    /** Returns what a function emits for a document: an array of documents with a key and a value. */
    public BsonValue map(String source, BsonValue document) {
        return read(call("map", id(source) + '\n' + ScriptValueWriter.call(document, List.of())));
    }

    private String id(String source) {
        String known = defined.get(source);
        if (known != null) {
            return known;
        }
        String id = Integer.toString(defined.size());
        call("define", id + '\n' + source);
        defined.put(source, id);
        return id;
    }

    private String call(String entry, String argument) {
        if (run.isOver()) {
            throw failed("the interpreter of this command has ended");
        }
        try {
            RequestGuard.current().stepsOf(argument.length());
            return run.call(entry, argument);
        } catch (ScriptException failure) {
            throw refused(failure);
        }
    }

    private static BsonValue read(String json) {
        try {
            return ScriptValueReader.read(json);
        } catch (IllegalArgumentException e) {
            throw failed("a function returned what is no value of BSON: " + e.getMessage());
        }
    }

    private static QueryException failed(String message) {
        return new QueryException(FAILED, "JSInterpreterFailure", message);
    }

    private static QueryException refused(ScriptException failure) {
        return switch (failure.kind()) {
            case THROWN ->
                failed(failure.getMessage() + " :\n" + failure.stack().stripTrailing());
            case TIME -> failed("interrupted: the function has run for too long");
            case HOST_CALLS, PROTOCOL -> failed(failure.getMessage());
            case MEMORY ->
                new QueryException(TOO_LARGE, "ExceededMemoryLimit", "the function needs more memory than one may use");
            case BUSY -> new QueryException(BUSY, "LockBusy", "too many functions are running");
        };
    }

    @Override
    public void close() {
        run.close();
    }
}
