// Generated from src/contract by `npm run generate`. Do not edit: change the contract and run it again.
import type { Binder } from "./calls";
import type { Account, AccountAddCreditCardArgs, AccountCancelArgs, AccountUpdateArgs, AccountViewArgs, Backup, Backups, BackupsCancelArgs, BackupsEnableArgs, BackupsListArgs, BackupsRestoreArgs, BackupsSnapshotArgs, BackupsViewArgs, Client, EntityTransfer, EntityTransfersAcceptArgs, EntityTransfersCancelArgs, EntityTransfersCreateArgs, EntityTransfersListArgs, EntityTransfersViewArgs, Event, EventsListArgs, EventsReadArgs, EventsSeenArgs, EventsViewArgs, Image, ImageUpload, ImagesCreateArgs, ImagesDeleteArgs, ImagesListArgs, ImagesUpdateArgs, ImagesUploadArgs, ImagesViewArgs, Instance, InstancesBootArgs, InstancesCloneArgs, InstancesCreateArgs, InstancesDeleteArgs, InstancesListArgs, InstancesUpdateArgs, InstancesViewArgs, Invoice, InvoiceItem, InvoicesListArgs, InvoicesListItemsArgs, InvoicesListItemsPath, InvoicesViewArgs, Login, LoginsListArgs, LoginsViewArgs, Maintenance, MaintenanceListArgs, Notification, NotificationsListArgs, OAuthClient, OauthClientsCreateArgs, OauthClientsDeleteArgs, OauthClientsListArgs, OauthClientsResetSecretArgs, OauthClientsUpdateArgs, OauthClientsUpdateThumbnailArgs, OauthClientsViewArgs, OauthClientsViewThumbnailArgs, Payment, PaymentMethod, PaymentMethodsAddArgs, PaymentMethodsDeleteArgs, PaymentMethodsListArgs, PaymentMethodsMakeDefaultArgs, PaymentMethodsViewArgs, PaymentsCreateArgs, PaymentsListArgs, Region, RegionsListArgs, RegionsViewArgs } from "./operations.generated";

/** Creates the client's methods. */
export function bindOperations(binder: Binder): Client {
  return {
    instances: {
      list: binder.list<InstancesListArgs, Instance>("instances.list"),
      create: binder.call<InstancesCreateArgs, Instance>("instances.create"),
      view: binder.call<InstancesViewArgs, Instance>("instances.view"),
      update: binder.call<InstancesUpdateArgs, Instance>("instances.update"),
      delete: binder.call<InstancesDeleteArgs, Record<string, never>>("instances.delete"),
      boot: binder.call<InstancesBootArgs, Record<string, never>>("instances.boot"),
      clone: binder.call<InstancesCloneArgs, Instance>("instances.clone"),
    },
    backups: {
      list: binder.call<BackupsListArgs, Backups>("backups.list"),
      snapshot: binder.call<BackupsSnapshotArgs, Backup>("backups.snapshot"),
      enable: binder.call<BackupsEnableArgs, Record<string, never>>("backups.enable"),
      cancel: binder.call<BackupsCancelArgs, Record<string, never>>("backups.cancel"),
      view: binder.call<BackupsViewArgs, Backup>("backups.view"),
      restore: binder.call<BackupsRestoreArgs, Record<string, never>>("backups.restore"),
    },
    account: {
      view: binder.call<AccountViewArgs, Account>("account.view"),
      update: binder.call<AccountUpdateArgs, Account>("account.update"),
      cancel: binder.call<AccountCancelArgs, {
    /** The address of the operator's survey. */
    survey_link: string;
  }>("account.cancel"),
      addCreditCard: binder.call<AccountAddCreditCardArgs, Record<string, never>>("account.addCreditCard"),
    },
    events: {
      list: binder.list<EventsListArgs, Event>("events.list"),
      view: binder.call<EventsViewArgs, Event>("events.view"),
      read: binder.call<EventsReadArgs, Record<string, never>>("events.read"),
      seen: binder.call<EventsSeenArgs, Record<string, never>>("events.seen"),
    },
    invoices: {
      list: binder.list<InvoicesListArgs, Invoice>("invoices.list"),
      view: binder.call<InvoicesViewArgs, Invoice>("invoices.view"),
      listItems: binder.listWithin<InvoicesListItemsPath, InvoicesListItemsArgs, InvoiceItem>("invoices.listItems"),
    },
    logins: {
      list: binder.list<LoginsListArgs, Login>("logins.list"),
      view: binder.call<LoginsViewArgs, Login>("logins.view"),
    },
    maintenance: {
      list: binder.list<MaintenanceListArgs, Maintenance>("maintenance.list"),
    },
    notifications: {
      list: binder.list<NotificationsListArgs, Notification>("notifications.list"),
    },
    paymentMethods: {
      list: binder.list<PaymentMethodsListArgs, PaymentMethod>("paymentMethods.list"),
      add: binder.call<PaymentMethodsAddArgs, Record<string, never>>("paymentMethods.add"),
      view: binder.call<PaymentMethodsViewArgs, PaymentMethod>("paymentMethods.view"),
      delete: binder.call<PaymentMethodsDeleteArgs, Record<string, never>>("paymentMethods.delete"),
      makeDefault: binder.call<PaymentMethodsMakeDefaultArgs, Record<string, never>>("paymentMethods.makeDefault"),
    },
    payments: {
      list: binder.list<PaymentsListArgs, Payment>("payments.list"),
      create: binder.call<PaymentsCreateArgs, Payment>("payments.create"),
    },
    entityTransfers: {
      list: binder.list<EntityTransfersListArgs, EntityTransfer>("entityTransfers.list"),
      create: binder.call<EntityTransfersCreateArgs, EntityTransfer>("entityTransfers.create"),
      view: binder.call<EntityTransfersViewArgs, EntityTransfer>("entityTransfers.view"),
      cancel: binder.call<EntityTransfersCancelArgs, Record<string, never>>("entityTransfers.cancel"),
      accept: binder.call<EntityTransfersAcceptArgs, Record<string, never>>("entityTransfers.accept"),
    },
    oauthClients: {
      list: binder.list<OauthClientsListArgs, OAuthClient>("oauthClients.list"),
      create: binder.call<OauthClientsCreateArgs, OAuthClient>("oauthClients.create"),
      view: binder.call<OauthClientsViewArgs, OAuthClient>("oauthClients.view"),
      update: binder.call<OauthClientsUpdateArgs, OAuthClient>("oauthClients.update"),
      delete: binder.call<OauthClientsDeleteArgs, Record<string, never>>("oauthClients.delete"),
      resetSecret: binder.call<OauthClientsResetSecretArgs, OAuthClient>("oauthClients.resetSecret"),
      viewThumbnail: binder.call<OauthClientsViewThumbnailArgs, {
    /** The content of the file. */
    data: Uint8Array;
    /** The file's type, for example `image/png`. */
    content_type: string;
  }>("oauthClients.viewThumbnail"),
      updateThumbnail: binder.call<OauthClientsUpdateThumbnailArgs, Record<string, never>>("oauthClients.updateThumbnail"),
    },
    regions: {
      list: binder.list<RegionsListArgs, Region>("regions.list"),
      view: binder.call<RegionsViewArgs, Region>("regions.view"),
    },
    images: {
      list: binder.list<ImagesListArgs, Image>("images.list"),
      create: binder.call<ImagesCreateArgs, Image>("images.create"),
      upload: binder.call<ImagesUploadArgs, ImageUpload>("images.upload"),
      view: binder.call<ImagesViewArgs, Image>("images.view"),
      update: binder.call<ImagesUpdateArgs, Image>("images.update"),
      delete: binder.call<ImagesDeleteArgs, Record<string, never>>("images.delete"),
    },
  };
}
