/** The query language of Azure Cosmos DB for NoSQL. */
grammar CosmosSql;

query: EOF;
