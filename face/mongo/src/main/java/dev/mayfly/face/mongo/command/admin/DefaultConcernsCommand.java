package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.DefaultConcerns;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.MongoServices;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;

/** Reports or sets the defaults for requests that name neither a read concern nor a write concern. */
public final class DefaultConcernsCommand implements MongoCommand {
    private static final int OF_SINGLE_SERVER = 51300;

    private final boolean isSetting;

    private DefaultConcernsCommand(boolean isSetting) {
        this.isSetting = isSetting;
    }

    public static MongoCommand report() {
        return new DefaultConcernsCommand(false);
    }

    public static MongoCommand setting() {
        return new DefaultConcernsCommand(true);
    }

    @Override
    public String name() {
        return isSetting ? "setDefaultRWConcern" : "getDefaultRWConcern";
    }

    @Override
    public Set<String> fields() {
        return isSetting ? Set.of(DefaultConcerns.READ, DefaultConcerns.WRITE) : Set.of("inMemory");
    }

    @Override
    public Access access() {
        return isSetting ? Access.MANAGE_SERVER : Access.MONITOR;
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        MongoServices services = context.services();
        if (services.settings().replicaSet() == null) {
            throw new CommandError(OF_SINGLE_SERVER, "'" + name() + "' is not supported on standalone nodes.");
        }
        if (isSetting) {
            services.defaultConcerns()
                    .set(
                            request,
                            services.clusterTime().now(),
                            services.deadlines().wallMillis());
        }
        return Reply.ok(new BsonBuilder()
                .all(services.defaultConcerns().report())
                .date("localUpdateWallClockTime", context.now()));
    }
}
