package dev.mayfly.face.mongo.dispatch;

import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.admin.CollModCommand;
import dev.mayfly.face.mongo.command.admin.CompactCommand;
import dev.mayfly.face.mongo.command.admin.ConfigureFailPointCommand;
import dev.mayfly.face.mongo.command.admin.ConvertToCappedCommand;
import dev.mayfly.face.mongo.command.admin.CreateCommand;
import dev.mayfly.face.mongo.command.admin.CreateIndexesCommand;
import dev.mayfly.face.mongo.command.admin.CreateSearchIndexesCommand;
import dev.mayfly.face.mongo.command.admin.DefaultConcernsCommand;
import dev.mayfly.face.mongo.command.admin.DropCommand;
import dev.mayfly.face.mongo.command.admin.DropDatabaseCommand;
import dev.mayfly.face.mongo.command.admin.DropIndexesCommand;
import dev.mayfly.face.mongo.command.admin.DropSearchIndexCommand;
import dev.mayfly.face.mongo.command.admin.FsyncCommand;
import dev.mayfly.face.mongo.command.admin.GetParameterCommand;
import dev.mayfly.face.mongo.command.admin.ListCollectionsCommand;
import dev.mayfly.face.mongo.command.admin.ListDatabasesCommand;
import dev.mayfly.face.mongo.command.admin.ListIndexesCommand;
import dev.mayfly.face.mongo.command.admin.MayflyClockCommand;
import dev.mayfly.face.mongo.command.admin.ReIndexCommand;
import dev.mayfly.face.mongo.command.admin.RenameCollectionCommand;
import dev.mayfly.face.mongo.command.admin.ReplicaSetCommand;
import dev.mayfly.face.mongo.command.admin.SetParameterCommand;
import dev.mayfly.face.mongo.command.admin.StepDownCommand;
import dev.mayfly.face.mongo.command.admin.UpdateSearchIndexCommand;
import dev.mayfly.face.mongo.command.admin.ValidateCommand;
import dev.mayfly.face.mongo.command.crud.AggregateCommand;
import dev.mayfly.face.mongo.command.crud.BulkWriteCommand;
import dev.mayfly.face.mongo.command.crud.CountCommand;
import dev.mayfly.face.mongo.command.crud.DeleteCommand;
import dev.mayfly.face.mongo.command.crud.DistinctCommand;
import dev.mayfly.face.mongo.command.crud.FindAndModifyCommand;
import dev.mayfly.face.mongo.command.crud.FindCommand;
import dev.mayfly.face.mongo.command.crud.GetMoreCommand;
import dev.mayfly.face.mongo.command.crud.InsertCommand;
import dev.mayfly.face.mongo.command.crud.KillCursorsCommand;
import dev.mayfly.face.mongo.command.crud.MapReduceCommand;
import dev.mayfly.face.mongo.command.crud.UpdateCommand;
import dev.mayfly.face.mongo.command.diagnostic.AbsentPartCommand;
import dev.mayfly.face.mongo.command.diagnostic.BuildInfoCommand;
import dev.mayfly.face.mongo.command.diagnostic.CollStatsCommand;
import dev.mayfly.face.mongo.command.diagnostic.CurrentOpCommand;
import dev.mayfly.face.mongo.command.diagnostic.DataSizeCommand;
import dev.mayfly.face.mongo.command.diagnostic.DbStatsCommand;
import dev.mayfly.face.mongo.command.diagnostic.GetCmdLineOptsCommand;
import dev.mayfly.face.mongo.command.diagnostic.GetDiagnosticDataCommand;
import dev.mayfly.face.mongo.command.diagnostic.GetLogCommand;
import dev.mayfly.face.mongo.command.diagnostic.HelloCommand;
import dev.mayfly.face.mongo.command.diagnostic.HostInfoCommand;
import dev.mayfly.face.mongo.command.diagnostic.KillOpCommand;
import dev.mayfly.face.mongo.command.diagnostic.PingCommand;
import dev.mayfly.face.mongo.command.diagnostic.ProfileCommand;
import dev.mayfly.face.mongo.command.diagnostic.ServerStatusCommand;
import dev.mayfly.face.mongo.command.diagnostic.TopCommand;
import dev.mayfly.face.mongo.command.diagnostic.WhatsMyUriCommand;
import dev.mayfly.face.mongo.command.session.EndSessionsCommand;
import dev.mayfly.face.mongo.command.session.EndTransactionCommand;
import dev.mayfly.face.mongo.command.session.KillAllSessionsCommand;
import dev.mayfly.face.mongo.command.session.StartSessionCommand;
import dev.mayfly.face.mongo.command.sharding.EnableShardingCommand;
import dev.mayfly.face.mongo.command.sharding.NoShardingCommand;
import dev.mayfly.face.mongo.command.sharding.RouterCommand;
import dev.mayfly.face.mongo.command.sharding.ShardCollectionCommand;
import dev.mayfly.face.mongo.command.user.ChangeRolesCommand;
import dev.mayfly.face.mongo.command.user.ConnectionStatusCommand;
import dev.mayfly.face.mongo.command.user.CreateUserCommand;
import dev.mayfly.face.mongo.command.user.DropAllUsersCommand;
import dev.mayfly.face.mongo.command.user.DropUserCommand;
import dev.mayfly.face.mongo.command.user.LogoutCommand;
import dev.mayfly.face.mongo.command.user.RolesInfoCommand;
import dev.mayfly.face.mongo.command.user.SaslContinueCommand;
import dev.mayfly.face.mongo.command.user.SaslStartCommand;
import dev.mayfly.face.mongo.command.user.UpdateUserCommand;
import dev.mayfly.face.mongo.command.user.UsersInfoCommand;
import java.util.ArrayList;
import java.util.List;

/** The list of all commands. */
public final class MongoCommands {
    private MongoCommands() {}

    /**
     * @param withTestCommands whether those that make requests fail on purpose are among them
     * @param isRouter whether the server is one of several, as a mongos is
     */
    public static CommandTable table(boolean withTestCommands, boolean isRouter) {
        List<MongoCommand> commands = new ArrayList<>();
        commands.addAll(handshake());
        commands.addAll(server());
        commands.addAll(sessions());
        commands.addAll(users());
        commands.addAll(queries());
        commands.addAll(writes());
        commands.addAll(indexes());
        commands.addAll(collections());
        commands.addAll(isRouter ? sharding() : List.of(new NoShardingCommand()));
        if (withTestCommands) {
            commands.add(new ConfigureFailPointCommand());
        }
        return new CommandTable(commands);
    }

    private static List<MongoCommand> handshake() {
        return List.of(
                HelloCommand.hello(),
                HelloCommand.isMaster(),
                new SaslStartCommand(),
                new SaslContinueCommand(),
                new LogoutCommand(),
                new PingCommand());
    }

    private static List<MongoCommand> server() {
        return List.of(
                new BuildInfoCommand(),
                new HostInfoCommand(),
                new GetLogCommand(),
                new GetCmdLineOptsCommand(),
                new GetParameterCommand(),
                new SetParameterCommand(),
                new MayflyClockCommand(),
                new ConnectionStatusCommand(),
                new WhatsMyUriCommand(),
                new GetDiagnosticDataCommand(),
                new CurrentOpCommand(),
                new KillOpCommand(),
                new TopCommand(),
                new ProfileCommand(),
                new FsyncCommand(),
                DefaultConcernsCommand.report(),
                DefaultConcernsCommand.setting(),
                AbsentPartCommand.connectionPools(),
                AbsentPartCommand.locks(),
                AbsentPartCommand.logFiles(),
                ReplicaSetCommand.status(),
                ReplicaSetCommand.configuration(),
                ReplicaSetCommand.initiation(),
                StepDownCommand.stepDown(),
                StepDownCommand.freeze());
    }

    private static List<MongoCommand> queries() {
        return List.of(
                new FindCommand(),
                new GetMoreCommand(),
                new AggregateCommand(),
                new MapReduceCommand(),
                new CountCommand(),
                new DistinctCommand());
    }

    private static List<MongoCommand> collections() {
        return List.of(
                new CreateCommand(),
                new ConvertToCappedCommand(),
                new DropCommand(),
                new DropDatabaseCommand(),
                new RenameCollectionCommand(),
                new ListDatabasesCommand(),
                new ListCollectionsCommand(),
                new CollStatsCommand(),
                new DbStatsCommand(),
                new DataSizeCommand(),
                new CompactCommand(),
                new ValidateCommand(),
                new ServerStatusCommand());
    }

    private static List<MongoCommand> writes() {
        return List.of(
                new InsertCommand(),
                new UpdateCommand(),
                new DeleteCommand(),
                new FindAndModifyCommand(),
                new BulkWriteCommand());
    }

    private static List<MongoCommand> indexes() {
        return List.of(
                new CreateIndexesCommand(),
                new ListIndexesCommand(),
                new DropIndexesCommand(),
                new ReIndexCommand(),
                new CollModCommand(),
                new CreateSearchIndexesCommand(),
                new UpdateSearchIndexCommand(),
                new DropSearchIndexCommand(),
                AbsentPartCommand.plans(),
                AbsentPartCommand.indexFilters(),
                AbsentPartCommand.indexFiltersCleared());
    }

    private static List<MongoCommand> sessions() {
        return List.of(
                new StartSessionCommand(),
                EndSessionsCommand.end(),
                EndSessionsCommand.kill(),
                EndSessionsCommand.refresh(),
                new KillAllSessionsCommand(),
                new KillCursorsCommand(),
                EndTransactionCommand.commit(),
                EndTransactionCommand.abort());
    }

    private static List<MongoCommand> sharding() {
        return List.of(
                RouterCommand.shards(),
                RouterCommand.shardMap(),
                RouterCommand.balancer(),
                RouterCommand.gridCheck(),
                new EnableShardingCommand(),
                new ShardCollectionCommand());
    }

    private static List<MongoCommand> users() {
        return List.of(
                new CreateUserCommand(),
                new UpdateUserCommand(),
                new DropUserCommand(),
                new DropAllUsersCommand(),
                ChangeRolesCommand.grant(),
                ChangeRolesCommand.revoke(),
                new UsersInfoCommand(),
                new RolesInfoCommand());
    }
}
