// SPDX-License-Identifier: Apache-2.0

extension Statement {
    /// Every statement of the store; a test holds this list to the sources and prepares it on both databases.
    static let all: [Statement] = [
        .accountByID, .insertAccount, .updateAccount, .deleteIdentities, .deleteTickets, .forgetDevices,
        .attemptByID, .insertAttempt, .spend, .ticketByID, .insertTicket,
        .insertAudit, .auditOfAccount,
        .cleanAttempts, .cleanTickets, .cleanSpent, .cleanSigningKeys, .cleanEndedSessions, .cleanExpiredSessions,
        .cleanAudit, .cleanOutbox,
        .identitiesOfAccount, .noteSignIn, .noteSignInWithTokens, .keepTokens, .linkIdentity, .useTicket,
        .deleteAccount,
        .proveWritable, .deleteSetting, .touchTables,
        .signingKeys, .signingKeyByGeneration, .insertSigningKey, .newestSigningKey, .retireSigningKeys,
        .version, .lockVersion, .setVersion,
        .outbox, .queueOutbox, .takeDueOutbox, .deleteOutbox, .cancelOutbox, .postponeOutbox, .giveUpOutbox,
        .sessionByID, .sessionWithAccount, .liveSessions, .touchSession, .setDevice, .endSession, .endSessions,
        .insertSession, .rotateSession, .insertCode, .useCode, .beginUse, .codeByID, .cleanCodes,
        .keepNote, .noteByKey, .dropNote, .cleanNotes,
        .masterKeys, .insertMasterKey, .retireMasterKey, .sessionsUnusedSince, .countSealed,
        .staleTokens, .replaceTokens,
        .staleUnlinks, .replaceUnlinks,
        .staleTickets, .replaceTickets,
        .staleTicketDevices, .replaceTicketDevices,
        .staleDevices, .replaceDevices,
        .staleSigningKeys, .replaceSigningKeys,
        .staleNotes, .replaceNotes,
    ]
}
